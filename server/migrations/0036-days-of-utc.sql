-- Days of sums are days of UTC, whatever time zone the server is in: on a day on which its clocks change, a day was added
-- up from 23 or 25 hours.
alter function payment_day_changes() set timezone to 'UTC';

-- Those that were. Whoever sums at this moment is waited for.
lock table payment_day in share row exclusive mode;
delete from payment_day;
insert into payment_day (day, mode, brand, is_paid, payments, amount_cents)
  select date_trunc('day', hour, 'UTC'), mode, brand, is_paid, sum(payments), sum(amount_cents)
  from payment_hour group by 1, 2, 3, 4 order by 1;
