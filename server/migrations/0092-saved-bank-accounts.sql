-- Bank accounts saved beside cards, which AutoPay and scheduled payments debit (docs/payments.md).
alter table saved_card
  alter column brand drop not null,
  alter column expires drop not null,
  alter column funding drop not null,
  -- Of a bank account, which has none of these.
  add column bank_name scrubbed_text,
  add column bank_account_type text check (bank_account_type in ('checking', 'savings')),
  -- The gateway's name for the authorization of its holder, where it says one.
  add column mandate text,
  -- Why it is never debited anymore.
  add column blocked_for text check (blocked_for in ('bank_refused', 'bank_unauthorized', 'bank_blocked', 'mandate_gone')),
  add constraint saved_card_tender check ((bank_name is null) = (bank_account_type is null)
    and (bank_name is null) = (brand is not null) and (brand is null) = (expires is null)
    and (brand is null) = (funding is null) and (bank_name is not null or (mandate is null and blocked_for is null)))
    not valid;
-- All who have saved one account are told when its bank ends it, and the agreements that debit it pause.
create index saved_card_account on saved_card (fingerprint) where bank_name is not null;
create index saved_card_mandate on saved_card (mandate) where mandate is not null;
create index saved_card_blocked on saved_card (id) where blocked_for is not null;

-- A bank account that waits for its holder to say what small deposits were.
alter table card_saving
  add column bank_name scrubbed_text,
  add column bank_account_type text check (bank_account_type in ('checking', 'savings')),
  add column last_four text check (last_four ~ '^[0-9]{4}$'),
  add column deposits_arrive_at timestamptz,
  add column deposit_kind text check (deposit_kind in ('code', 'amounts')),
  add constraint card_saving_verifies check ((deposit_kind is null) = (bank_name is null)
    and (deposit_kind is null) = (deposits_arrive_at is null) and (bank_name is null) = (last_four is null));
create index card_saving_verifying on card_saving (gateway_customer_id) where deposit_kind is not null and ended_at is null;

alter table gateway_event
  drop constraint gateway_event_subject_check,
  add constraint gateway_event_subject_check
    check (subject in ('charge', 'refund', 'dispute', 'card', 'setup', 'mandate')) not valid;
