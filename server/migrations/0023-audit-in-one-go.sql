-- Adds an entry to the audit log in one round trip (docs/decisions/017): whoever adds one holds up everybody else who does,
-- from the lock to the end of the transaction. `content` is what the entry's hash covers after the hash of the entry before;
-- the server writes it (foundation/audit/chain.ts). Each statement of a volatile function sees what was committed before
-- it, so the one after the lock sees the last entry.
create function append_audit_entry(
  at timestamptz, actor_kind text, actor_id bigint, actor text, action text, outcome text, subject text, address text,
  request_id text, before_change text, after_change text, content text
) returns void language plpgsql volatile as $$
begin
  -- One lock for the chain. Any number that no other lock of the portal has.
  perform pg_advisory_xact_lock(4155001);
  insert into audit_entry (at, actor_kind, actor_id, actor, action, outcome, subject, address, request_id, before_change,
    after_change, hash)
  values (at, actor_kind, actor_id, actor, action, outcome, subject, address, request_id, before_change, after_change,
    sha256(
      coalesce((select last.hash from audit_entry last order by last.id desc limit 1), decode(repeat('00', 32), 'hex'))
      || convert_to(content, 'UTF8')));
end
$$;
