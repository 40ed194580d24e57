/** Bills of each account. */
export const monthsOfBills = 24
/** The months whose transactions are in the ledger; the payment history shows at most the newest eighteen payments. */
const monthsOfTransactions = 12

/**
 * Prepares a connection for the statements below, in this order. The parameter of the last one is the day of the data.
 * An account is billed once a month (month 0 is the newest), on one of twenty days and never after that day.
 */
export const billFunctions = [
  `create function pg_temp.charge(number bigint, month integer) returns bigint language sql immutable as $$
     select 3500 + (number * 7919 + month * 1047) % 9000 $$`,
  `create function pg_temp.name_of(number bigint) returns text language sql immutable as $$
     select ('{Ana,Ben,Carlos,Dolores,Elena,Frank,Gloria,Henry,Ines,Jose,Maria}'::text[])[1 + number % 11] || ' '
       || ('{Aguon,Blas,Camacho,Cruz,Diaz,Flores,Garcia,Leon,Naputi,Perez,Reyes,Salas,Santos}'::text[])[1 + number % 13] $$`,
  `create temporary table billed (day integer, month integer, bill_date date, paid_date date, read_date date, nth text,
     before text, period text, primary key (day, month))`,
]
export const fillCalendar = `
  insert into billed
  select day, month, bill_date, date_before + 15, bill_date - 2, lpad((99 - month)::text, 2, '0'),
    lpad((98 - month)::text, 2, '0'), '"startDate":"' || date_before - 2 || '","endDate":"' || bill_date - 2 || '"'
  from generate_series(4, 23) as day, generate_series(0, ${monthsOfBills - 1}) as month,
  lateral (select date_trunc('month', $1::date - (day - 1)) as newest) as dated,
  lateral (select (newest - make_interval(months => month))::date + day - 1 as bill_date,
    (newest - make_interval(months => month + 1))::date + day - 1 as date_before) as placed`

/** The bills of an account are stored next to one another, the oldest first, as an import writes them. */
const accountsWithMonths = `
  generate_series($1::bigint, $2::bigint) as n,
  lateral (
    select *, (1000000000 + n)::text as account, pg_temp.charge(n, month) as charge
    from billed where day = 4 + n % 20 order by month desc offset 0) as bill`

/**
 * The document is the one that the import's `BillTree` writes, for one service with three lines. Each bill is paid
 * before the next.
 */
export const fillBills = `
  insert into cis.bill
  select account || nth, account, bill_date, bill_date + 21, begin, -begin, 0, 0, charge, charge, read_date, gallons,
    concat('{"routing":{"name1":"', pg_temp.name_of(n), '","entityInfo":null,"address1":"', n % 990 + 1,
      ' Hibiscus Street","address2":null,"city":"Tamuning","state":"GU","postal":"96913","country":"USA"},"segments":[{"segmentId":"',
      account, nth, '","agreementId":"', account, '","serviceAddress":"', n % 990 + 1, ' Water Lane, Tamuning, GU, 96913",',
      period, ',"isEstimated":false,"isClosing":false,"charges":[{"description":"Water, RESID (demonstration tariff)","rate":"WRESID","cents":',
      charge, ',"lines":[{"description":"Base charge","cents":2812,"print":true},{"description":"Lifeline","cents":',
      charge - 2812 - charge / 30, ',"print":true},{"description":"Surcharge","cents":', charge / 30,
      ',"print":true}]}],"reads":[{"badge":"W', account, '","multiplier":10,', period, ',"startReading":', start, ',"endReading":',
      start + gallons / 10, ',"quantity":', gallons, ',"unit":"GAL"}]}],"messages":[]}')::json
  from ${accountsWithMonths},
  lateral (select case when month = ${monthsOfBills - 1} then 0 else pg_temp.charge(n, month + 1) end as begin,
    charge / 10 * 10 as gallons, 100000 - month * 1300 as start) as counted`

/** The segment of each bill, and the payment of the previous bill. */
export const fillTransactions = `
  insert into cis.financial_transaction
  select account || lpad((2 * (99 - month) - 100 + kind)::text, 2, '0'), account, account, account || nth,
    account || case kind when 0 then before else nth end, case kind when 0 then 'PS' else 'BS' end, cents, cents, date, date,
    null
  from ${accountsWithMonths},
  lateral (values (0, -pg_temp.charge(n, month + 1), paid_date), (1, charge, bill_date)) as moved (kind, cents, date)
  where month < ${monthsOfTransactions}`
