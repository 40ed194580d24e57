-- A contact change is numbered by the second in which it was made, or by one more than the last one: a database that was
-- restored from a copy would count on from the copy, and give a person's next change a number that the billing system has
-- made another change of that person under. The next extract would then be taken to contain it (docs/decisions/030).
create function cis.number_contact_change() returns trigger language plpgsql as $$
begin
  -- Any fixed number. Whoever numbers a change holds it until the change is in the database.
  perform pg_advisory_xact_lock(7001005);
  select greatest(floor(extract(epoch from new.changed_at))::bigint, max(change_number) + 1)
    into new.change_number from cis.contact_change;
  return new;
end $$;

create trigger contact_change_number before insert on cis.contact_change
  for each row execute function cis.number_contact_change();
