-- The administrator console (A§2): second factors, and the audit log.

-- Wrong passwords of administrators are counted by foundation/rate-limits, which lets them try again after a while.
alter table admin_user
  drop column wrong_passwords,
  drop column locked_at,
  -- The secret of the authenticator app (RFC 6238), encrypted with a key that is not in the database; null: none set up.
  add column second_factor_secret bytea,
  -- The last time step a code was accepted for: no code is good twice (RFC 6238 §5.2).
  add column second_factor_step bigint,
  add column signed_in_at timestamptz;

-- Each recovery code lets its administrator in once instead of a code of the app. SHA-256: the codes are random.
create table admin_recovery_code (
  admin_user_id bigint not null references admin_user on delete cascade,
  code_sha256 bytea not null,
  primary key (admin_user_id, code_sha256)
);

-- Who did what to whom, when and from where (design §7). Entries are only ever added, and each one's hash covers the hash
-- before it, so that `portal audit verify` notices one that was changed or taken out.
create table audit_entry (
  -- In the order of the chain: given out under a lock.
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('admin', 'customer', 'guest', 'system')),
  -- The key of the administrator or customer user; they may be gone by now.
  actor_id bigint,
  actor text not null,
  action text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  subject text not null,
  address text not null,
  request_id text not null,
  -- What was before and after, as JSON; kept as text, because the hash covers every character.
  before_change text,
  after_change text,
  -- SHA-256 of the hash of the entry before (32 zero bytes for the first) and of this entry's content.
  hash bytea not null check (length(hash) = 32)
);
create index audit_entry_actor on audit_entry (lower(actor), id desc);
create index audit_entry_action on audit_entry (action, id desc);
create index audit_entry_at on audit_entry (at, id);

create function audit_entry_stays() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to';
end
$$;
create trigger audit_entry_stays before update or delete or truncate on audit_entry
  for each statement execute function audit_entry_stays();
