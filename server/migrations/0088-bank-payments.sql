-- Payments from US bank accounts (docs/payments.md). They take days: VERIFYING waits for the holder to say what small deposits
-- were, PROCESSING for the bank, and a bank may send one back (RETURNED).
alter table charge_attempt
  drop constraint charge_attempt_state_check,
  add constraint charge_attempt_state_check check (state in ('INTENT', 'CHARGED', 'DECLINED', 'NOT_CHARGED', 'UNKNOWN',
    'ESCALATED', 'REVERSING', 'REVERSED', 'VERIFYING', 'PROCESSING', 'RETURNED')) not valid,
  alter column brand drop not null,
  -- Of a bank account, which has no brand.
  add column bank_name scrubbed_text,
  add column bank_account_type text check (bank_account_type in ('checking', 'savings')),
  -- The same for the same account, whoever pays from it.
  add column bank_fingerprint text,
  add constraint charge_attempt_tender check ((brand is null) = (bank_name is not null)
    and (bank_name is null) = (bank_account_type is null)) not valid,
  -- When the bank has answered at the latest, and the small deposits arrive.
  add column answered_by timestamptz,
  add column deposits_arrive_at timestamptz,
  add column deposit_kind text check (deposit_kind in ('code', 'amounts')),
  -- Why the bank sent it back (Nacha).
  add column return_reason text check (return_reason in ('funds', 'account', 'stopped', 'unauthorized', 'terms', 'company',
    'person', 'other')),
  add column return_code scrubbed_text;
drop index charge_attempt_one_live;
create unique index charge_attempt_one_live on charge_attempt (checkout_id) where state in ('INTENT', 'UNKNOWN', 'ESCALATED',
  'CHARGED', 'REVERSING', 'VERIFYING', 'PROCESSING');
-- What banks have not answered: the desk counts them, and AutoPay charges no account that one of them pays.
create index charge_attempt_running on charge_attempt (checkout_id) where state in ('VERIFYING', 'PROCESSING');

alter table checkout
  drop constraint checkout_source_code_check,
  add constraint checkout_source_code_check check (source_code ~ '^[A-Z0-9]{1,8}$') not valid,
  drop constraint checkout_state_check,
  add constraint checkout_state_check check (state in ('DRAFT', 'EXPIRED', 'CHARGING', 'PAID', 'DECLINED', 'NOT_CHARGED',
    'UNDECIDED', 'REVERSING', 'REVERSED', 'VERIFYING', 'PROCESSING', 'RETURNED')) not valid;

-- `clearing`: on its way from the payer's bank to the gateway.
alter table ledger_entry
  drop constraint ledger_entry_book_check,
  add constraint ledger_entry_book_check check (book in ('card', 'unposted', 'posted', 'disputed', 'clearing')) not valid,
  drop constraint ledger_entry_cause_check,
  add constraint ledger_entry_cause_check
    check (cause in ('disputed', 'disputeReturned', 'refundFailed', 'givenBack', 'undone', 'settled')) not valid;

-- A posting exists only for a charge that happened, or that the bank is about to pay, for exactly the item's amount.
create or replace function posting_needs_charge() returns trigger language plpgsql as $$
begin
  if not exists (
    select from checkout_item item
    join charge_attempt attempt on attempt.checkout_id = item.checkout_id and attempt.state in ('CHARGED', 'PROCESSING')
    where item.id = new.item_id and item.amount_cents = new.amount_cents and item.checkout_id = new.checkout_id
  ) then
    raise exception 'a posting needs a charged attempt and the amount of its item';
  end if;
  return new;
end $$;

-- As migration 0069 has it, with bank accounts in the place of a brand.
create or replace view finance_move as
  select entry.id as ledger_entry_id, null::bigint as reversal_id, null::bigint as attempt_id,
    case entry.book when 'card' then 'charged' else 'posted' end as kind,
    attempt.mode, coalesce(attempt.brand, 'Bank account') as brand, abs(entry.amount_cents) as amount_cents,
    attempt.sent_at as belongs_at, entry.entered_at as known_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
  where entry.cause is null
    and ((entry.book = 'card' and entry.amount_cents > 0) or (entry.book = 'posted' and entry.amount_cents < 0))
  union all
  select entry.id, null, null,
    case entry.book when 'card' then 'givenBack' else 'cancelled' end,
    attempt.mode, coalesce(attempt.brand, 'Bank account'), abs(entry.amount_cents), attempt.decided_at, entry.entered_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
    and attempt.state in ('REVERSED', 'REVERSING', 'NOT_CHARGED', 'RETURNED')
  where entry.cause is null
    and ((entry.book = 'card' and entry.amount_cents < 0) or (entry.book = 'posted' and entry.amount_cents > 0))
  union all
  select entry.id, null, null, entry.cause,
    attempt.mode, coalesce(attempt.brand, 'Bank account'), abs(entry.amount_cents), entry.entered_at, entry.entered_at
  from ledger_entry entry join charge_attempt attempt on attempt.checkout_id = entry.checkout_id
  where entry.cause is not null and entry.book = 'card'
  union all
  select null, reversal.id, null, 'strayCharged',
    attempt.mode, coalesce(attempt.brand, 'Bank account'), reversal.amount_cents, attempt.sent_at, reversal.requested_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause not in ('refund', 'returned') and not exists (
    select from reversal earlier where earlier.checkout_id = reversal.checkout_id
      and earlier.transaction_tag = reversal.transaction_tag and earlier.id < reversal.id)
  union all
  select null, reversal.id, null, 'strayGivenBack',
    attempt.mode, coalesce(attempt.brand, 'Bank account'), reversal.amount_cents, reversal.decided_at, reversal.decided_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause not in ('refund', 'returned') and (reversal.state = 'DONE' or reversal.failed_at is not null)
  union all
  select null, reversal.id, null, 'refundFailed',
    attempt.mode, coalesce(attempt.brand, 'Bank account'), reversal.amount_cents, reversal.failed_at, reversal.failed_at
  from reversal join charge_attempt attempt on attempt.id = reversal.attempt_id
  where reversal.cause not in ('refund', 'returned') and reversal.failed_at is not null
  union all
  select null, null, attempt.id, 'strayCharged',
    attempt.mode, coalesce(attempt.brand, 'Bank account'), attempt.amount_cents, attempt.sent_at, attempt.decided_at
  from charge_attempt attempt
  where attempt.state = 'REVERSED' and not exists (
    select from reversal where reversal.checkout_id = attempt.checkout_id
      and reversal.transaction_tag = attempt.transaction_tag)
    and not exists (select from ledger_entry entry where entry.checkout_id = attempt.checkout_id)
  union all
  select null, null, attempt.id, 'strayGivenBack',
    attempt.mode, coalesce(attempt.brand, 'Bank account'), attempt.amount_cents, attempt.decided_at, attempt.decided_at
  from charge_attempt attempt
  where attempt.state = 'REVERSED' and not exists (
    select from reversal where reversal.checkout_id = attempt.checkout_id
      and reversal.transaction_tag = attempt.transaction_tag and reversal.state = 'DONE')
    and not exists (select from ledger_entry entry where entry.checkout_id = attempt.checkout_id);
