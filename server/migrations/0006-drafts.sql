-- The stepwise payment calls (A§7, design R2): a checkout may now be put together call by call before its card is charged.

-- DRAFT: no card yet, no attempt, no holds. EXPIRED: a draft nobody charged within the hour.
alter table checkout drop constraint checkout_state_check;
alter table checkout add constraint checkout_state_check check (state in
  ('DRAFT', 'EXPIRED', 'CHARGING', 'PAID', 'DECLINED', 'NOT_CHARGED', 'UNDECIDED', 'REVERSED'));
alter table checkout alter column source_code drop not null;
alter table checkout drop constraint checkout_account_count_check;
alter table checkout add constraint checkout_card_and_accounts check (
  state in ('DRAFT', 'EXPIRED') and source_code is null and account_count = 0
  or state not in ('DRAFT', 'EXPIRED') and source_code is not null and account_count > 0);
-- The payer has not said yet where the confirmation goes: a stepwise client says so after the charge (confirm-email).
alter table checkout add column awaits_address boolean not null default false;

-- One session has one open draft of one content: beginning it again answers with the same one.
create unique index checkout_open_draft on checkout (session_id, content_hash) where state = 'DRAFT';
create index checkout_draft_age on checkout (created_at) where state = 'DRAFT';

-- In a draft: saved before the draft was begun anew; gone as soon as an account is saved after that.
alter table checkout_item add column is_earlier boolean not null default false;

-- What browsers say happened (insert-transaction-logs). Nobody vouches for it; payment_event is the log of the payment.
create table payment_client_note (
  id bigint generated always as identity primary key,
  -- Who said it, kept when that session is swept away.
  session_id bigint not null,
  noted_at timestamptz not null,
  note scrubbed_text not null check (octet_length(note) <= 262144),
  -- SHA-256 of the note: said twice, kept once.
  note_hash text not null,
  unique (session_id, note_hash)
);

-- The solved human verification a session has handed in ahead of the call that needs it (C§2.6). Whether it was used
-- stands in spent_human_check.
create table session_human_check (
  session_id bigint not null references session on delete cascade,
  purpose text not null check (purpose in ('account', 'checkout')),
  check_id text not null,
  expires_at timestamptz not null,
  primary key (session_id, purpose)
);
