-- Whoever may begin a payment without a card can fill these tables, so what was never charged goes after a while.
create index checkout_expired_age on checkout (created_at) where state = 'EXPIRED';

create function payment_event_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from checkout where id = old.checkout_id and state = 'EXPIRED') then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create or replace trigger append_only before update or delete on payment_event
  for each row execute function payment_event_stays();
