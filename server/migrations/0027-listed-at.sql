-- A charge whose answer was lost counts once the gateway has listed it for a while (docs/payments.md): until then the gateway
-- may take it back by itself, and when the charge reached the gateway only the gateway knows.
alter table charge_attempt
  -- When a look first found it listed; null while none has.
  add column listed_at timestamptz;
