import type { WaterUnit } from '@portal/contract/utility'
import type pg from 'pg'
import { incomingSchema as incoming } from '../import/staging.ts'

/** Cubic inches of a unit, by its code in usage.csv. */
const sizes: Readonly<Record<string, number>> = {
  GAL: 231,
  KGAL: 231_000,
  CF: 1728,
  CCF: 172_800,
  CM: 61_023.7441,
}
const codes = {
  gallons: 'GAL',
  thousandGallons: 'KGAL',
  cubicFeet: 'CF',
  hundredCubicFeet: 'CCF',
  cubicMeters: 'CM',
} as const satisfies Record<WaterUnit, string>

/** A bill follows its reading by at most as many days; without a limit, the oldest one would get all readings before it. */
const daysToBill = 45

/** With the days since 2000, the number of a holder is that of a bill, whichever file the bill is in. */
const billId = (date: string) => `substr(number, 4) || lpad((${date} - date '2000-01-01')::text, 5, '0')`

const isOfHolder = `case when bill.customer_id is not null and holder.customer_id is not null
  then bill.customer_id = holder.customer_id
  else bill.bill_date >= coalesce(holder.holder_since, holder.since, bill.bill_date) end`

/** Where `previous + payments + adjustments + charges = amount`, with payments of either sign. */
const unpaid = 'amount - coalesce(previous, 0) - coalesce(adjustments, 0) - charges'
const lacked = (isMissing: string, part: string) => `case when ${isMissing} then '${part}' end`

/** Of bills.csv, and of accounts.csv those that are not there, too: of these, only the total is known. */
const bills: readonly string[] = [
  `create unlogged table ${incoming}.billed as
   with line as (
     select account, bill_date, min(customer_id) as customer_id, min(due_date) as due_date, min(amount) as amount,
       min(previous) as previous, min(payments) as payments, min(adjustments) as adjustments, min(current) as current, min(bill_number) as bill_number,
       sum(line_amount)::bigint as line_sum, bool_or(closing = 'Y') as is_closing, json_agg(distinct message)
         filter (where message is not null) as messages
     from ${incoming}.bills group by account, bill_date),
   bill as (select *, coalesce(current, line_sum) as charges from line),
   known as (
     select *, coalesce(${unpaid} in (coalesce(payments, 0), -coalesce(payments, 0)), false) as is_whole from bill)
   select ${billId('bill.bill_date')} as bill_id, account, bill.bill_date, bill.due_date, amount, bill_number, is_closing, messages,
     case when is_whole then coalesce(previous, 0) else 0 end as previous,
     case when is_whole then ${unpaid} else 0 end as paid,
     case when is_whole then coalesce(adjustments, 0) else 0 end as adjusted,
     case when is_whole then charges else amount end as charges,
     is_whole and line_sum = charges as has_lines,
     not is_whole and num_nonnulls(previous, payments, adjustments, charges) > 0 as is_amiss,
     is_whole and line_sum <> charges as are_lines_amiss,
     array_remove(array[
       ${lacked('not is_whole or previous is null', 'beginBalance')},
       ${lacked('not is_whole or payments is null', 'totalPayments')},
       ${lacked('not is_whole or adjustments is null', 'totalAdjustments')},
       'totalCorrections',
       ${lacked('not is_whole', 'totalCurrentCharges')},
       ${lacked('(is_whole and line_sum = charges) is not true', 'charges')}], null) as lacks
   from known bill join ${incoming}.holder using (account) where ${isOfHolder}`,
  `insert into ${incoming}.billed
   select ${billId('bill_date')}, account, bill_date, due_date, coalesce(bill_amount, balance), null, false, null, 0, 0, 0,
     coalesce(bill_amount, balance), false, false, false,
     array['beginBalance', 'totalPayments', 'totalAdjustments', 'totalCorrections', 'totalCurrentCharges', 'charges']
   from ${incoming}.holder
   where bill_date >= '2000-01-01' and due_date is not null and not exists (
     select from ${incoming}.bills where bills.account = holder.account and bills.bill_date = holder.bill_date)`,
  `create index on ${incoming}.billed (account, bill_date)`,
  `analyze ${incoming}.billed`,
  `create unlogged table ${incoming}.charge as
   select bill_id, lower(coalesce(service, '')) as key, min(service) as service, min(line_number) as first,
     sum(line_amount)::bigint as cents, json_agg(json_build_object(
       'description', coalesce(description, service, ''), 'cents', line_amount, 'print', true) order by line_number)::text as lines
   from ${incoming}.bills join ${incoming}.billed using (account, bill_date)
   where has_lines and line_amount is not null group by bill_id, key`,
  `create index on ${incoming}.charge (bill_id)`,
  `create unlogged table ${incoming}.reading as
   select bill.bill_id, coalesce(own.key, '') as key, usage.*
   from ${incoming}.usage cross join lateral (
     select bill_id from ${incoming}.billed
     where billed.account = usage.account and bill_date between read_date and read_date + ${daysToBill}
     order by bill_date limit 1) bill
   left join lateral (
     select key from ${incoming}.charge where charge.bill_id = bill.bill_id
     order by key = lower(coalesce(usage.service, '')) desc, first limit 1) own on true`,
  `create index on ${incoming}.reading (bill_id)`,
  `analyze ${incoming}.charge, ${incoming}.reading`,
]

/** A reading without all of these cannot stand in the table of meters. */
const isMetered = `meter is not null and start is not null and "end" is not null and days > 0`
const began = 'read_date - days::integer'
const multiplier = `case when "end" > start and quantity > 0 and quantity % ("end" - start) = 0
  then quantity / ("end" - start) else 1 end`

const readings = `
  select bill_id, key, min(${began}) as start_date, max(read_date) as end_date, bool_or(estimated = 'Y') as is_estimated,
    json_agg(json_build_object('badge', meter, 'multiplier', trim_scale(${multiplier}), 'startDate', ${began},
      'endDate', read_date, 'startReading', trim_scale(start), 'endReading', trim_scale("end"),
      'quantity', trim_scale(quantity), 'unit', upper(unit)) order by read_date, line_number) filter (where ${isMetered}) as reads
  from ${incoming}.reading group by bill_id, key`

const segments = `
  select bill_id, json_agg(json_build_object(
      'segmentId', bill_id || key, 'agreementId', number,
      'serviceAddress', concat_ws(', ', service_address, city, state), 'startDate', start_date, 'endDate', end_date,
      'isEstimated', coalesce(is_estimated, false), 'isClosing', billed.is_closing,
      'charges', case when charge.lines is null then '[]'::json else json_build_array(json_build_object(
        'description', coalesce(service, ''), 'rate', '', 'cents', charge.cents, 'lines', charge.lines::json)) end,
      'reads', coalesce(reads, '[]')) order by first) as segments
  from ${incoming}.charge full join (${readings}) reading using (bill_id, key)
  join ${incoming}.billed using (bill_id) join ${incoming}.holder using (account) group by bill_id`

/** Of every bill. @param unit of the profile; quantities of anything but water are not in it */
export function billRows(unit: WaterUnit, routing: string): string {
  const size = `case upper(unit) ${Object.entries(sizes)
    .map(([code, inches]) => `when '${code}' then ${inches}`)
    .join(' ')} end`
  return `(bill_id, account_id, bill_date, due_date, begin_cents, payments_cents, adjustments_cents, corrections_cents,
      current_charges_cents, ending_cents, read_date, consumption_gallons, detail)
    select bill_id, account, billed.bill_date, billed.due_date, previous, paid, adjusted, 0, charges, amount, read_date,
      consumption, ('{"routing":{' || ${routing} || ',"country":"USA"},"segments":' || coalesce(segments::text, '[]') ||
        ',"messages":' || coalesce(messages::text, '[]') || ',"lacks":' || to_json(lacks)::text || ',"number":' || coalesce(to_json(bill_number)::text, 'null') || '}')::json
    from ${incoming}.billed join ${incoming}.holder using (account) left join (${segments}) segment using (bill_id)
    left join (
      select bill_id, max(read_date) as read_date,
        round(sum(quantity * ${size}) / ${sizes[codes[unit]]})::bigint as consumption
      from ${incoming}.reading where ${size} is not null group by bill_id) water using (bill_id)`
}

/** What of the files is not shown although no row is faulty. */
const unfit: readonly { rows: string; what: string }[] = [
  {
    rows: `${incoming}.billed where is_amiss`,
    what: 'Bills whose parts do not add up to their amount, shown with the amount only',
  },
  {
    rows: `${incoming}.billed where are_lines_amiss`,
    what: 'Bills whose lines do not add up to their charges, shown without lines',
  },
  {
    rows: `(select account, bill_date from ${incoming}.bills except select account, bill_date from ${incoming}.billed) gone`,
    what: 'Bills of no account in accounts, or of an earlier holder, not shown',
  },
  {
    rows: `(select line_number from ${incoming}.usage except select line_number from ${incoming}.reading) gone`,
    what: `Readings without a bill within ${daysToBill} days, not shown`,
  },
]

/** Joins lines and readings to their bills. @returns in sentences, what is not shown */
export async function prepareBills(client: pg.Client): Promise<string[]> {
  for (const statement of bills) await client.query(statement)
  const notes: string[] = []
  for (const { rows, what } of unfit) {
    const found = await client.query<{ count: string }>(`select count(*) from ${rows}`)
    const count = Number(found.rows[0]?.count)
    if (count > 0) notes.push(`${what}: ${count.toLocaleString('en-US')}`)
  }
  return notes
}
