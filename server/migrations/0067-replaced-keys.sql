-- What others may still name a payment by after it has got another name: a transaction tag, the reference of a void or
-- refund that was sent again, a receipt of before a dispute was won. Kept by the database itself, whoever replaces them.
create table replaced_key (
  key scrubbed_text primary key,
  checkout_id bigint not null references checkout,
  -- For the reference of a void or refund, with when it was sent.
  reversal_id bigint references reversal,
  sent_at timestamptz
);
create index replaced_key_checkout on replaced_key (checkout_id);
create index replaced_key_reversal on replaced_key (reversal_id) where reversal_id is not null;
create index replaced_key_sent on replaced_key (sent_at) where sent_at is not null;

create function keep_replaced_key() returns trigger language plpgsql as $$
begin
  insert into replaced_key (key, checkout_id, reversal_id, sent_at) values (
    case tg_table_name when 'charge_attempt' then to_jsonb(old) ->> 'transaction_tag'
      when 'reversal' then to_jsonb(old) ->> 'reference' else to_jsonb(old) ->> 'receipt_number' end,
    old.checkout_id,
    case tg_table_name when 'reversal' then (to_jsonb(old) ->> 'id')::bigint end,
    case tg_table_name when 'reversal' then (to_jsonb(old) ->> 'sent_at')::timestamptz end)
  on conflict do nothing;
  return null;
end $$;
create trigger keep_replaced_key after update of transaction_tag on charge_attempt
  for each row when (old.transaction_tag <> new.transaction_tag) execute function keep_replaced_key();
create trigger keep_replaced_key after update of reference on reversal
  for each row when (old.reference <> new.reference) execute function keep_replaced_key();
create trigger keep_replaced_key after update of receipt_number on posting
  for each row when (old.receipt_number <> new.receipt_number) execute function keep_replaced_key();

-- What a gateway tells and no record matches is a discrepancy, too: no run has found it, so none takes it off the list.
alter table discrepancy alter column run_id drop not null;
create or replace view open_discrepancy as
  select discrepancy.* from discrepancy
  where settled_at is null and (run_id is null or not exists (
    select from reconciliation_run run
    where run.day = discrepancy.day and run.outcome in ('agreed', 'differs') and run.started_at > discrepancy.last_seen_at));
