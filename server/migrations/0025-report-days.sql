-- Sums of payments by day (UTC), so that totals of years are read from days and only the ends of a range from hours
-- (docs/decisions/016). A day is what its summed hours add up to; it stands for the day's payments when all its hours have
-- a mark and none of them is open.
create table payment_day (
  day timestamptz not null,
  mode text not null,
  brand text not null,
  -- Charged and not given back.
  is_paid boolean not null,
  payments bigint not null,
  amount_cents bigint not null,
  primary key (day, mode, brand, is_paid)
);

-- The database itself keeps days with their hours: servers of the version before sum hours, too, and know of no days.
-- Payments are never deleted, so an hour that is summed anew is put in again whenever it was there before.
create function payment_day_changes() returns trigger language plpgsql as $$
declare
  days timestamptz[] := array(select distinct date_trunc('day', hour, 'UTC') from changed);
begin
  delete from payment_day where day = any(days);
  insert into payment_day (day, mode, brand, is_paid, payments, amount_cents)
    select day, mode, brand, is_paid, sum(payments), sum(amount_cents)
    from unnest(days) as day join payment_hour on hour >= day and hour < day + interval '1 day'
    group by day, mode, brand, is_paid
    order by day;
  return null;
end
$$;
create trigger payment_day_changes after insert on payment_hour
  referencing new table as changed for each statement execute function payment_day_changes();

insert into payment_day (day, mode, brand, is_paid, payments, amount_cents)
  select date_trunc('day', hour, 'UTC'), mode, brand, is_paid, sum(payments), sum(amount_cents)
  from payment_hour group by 1, 2, 3, 4 order by 1;
