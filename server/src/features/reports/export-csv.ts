import { dateIn } from '@portal/contract/dates'
import type { ReportFilter } from '@portal/contract/reports'
import { csvFileName, staffStatuses } from '@portal/contract/reports-texts'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { AdminCaller } from '../../caller.ts'
import { attemptStates } from '../../database/tables/payments.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit/audit.ts'
import type { Download } from '../../http/route.ts'
import { chargedStates, staffStatusOf } from '../../payments/states.ts'
import { asOneOfFew, copyOut } from './copy-out.ts'
import { newestPayment } from './page.ts'
import { type Encode, conditionsOf } from './wanted.ts'

/** COPY takes no parameters; the driver writes values out so that they stay values. */
const writtenOut: Encode = (value) => sql.raw(pg.escapeLiteral(String(value)))

/**
 * All matching payments as a CSV file (A§9), newest first, which PostgreSQL produces while it is being sent. When the
 * browser goes away the query is stopped.
 * @throws Refusal `exports-busy` when others are being made
 */
export async function exportPayments(
  deps: Deps,
  caller: AdminCaller,
  filter: ReportFilter,
  { signal, ...origin }: AuditOrigin & { signal: AbortSignal },
): Promise<Download> {
  const { db, profile, clock } = deps
  const wanted = { filter, timeZone: profile.timeZone, asOf: await newestPayment(db) }
  const after = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
  const event = { actor: actorOf(caller), action: 'report-exported', after } as const
  const statement = copyStatement(profile.timeZone, conditionsOf(wanted, writtenOut)).compile(db).sql
  const fileName = csvFileName(profile.division, dateIn(profile.timeZone, clock.now()))
  const content = await asOneOfFew(async () => {
    await recordAudit(db, event, origin, clock.now())
    return await copyOut(deps, statement, signal)
  })
  return { fileName, content }
}

/** Stands before the first heading: without it, a spreadsheet takes the file for one in the machine's old encoding. */
const byteOrderMark = '\uFEFF'

function copyStatement(timeZone: string, conditions: RawBuilder<unknown>): RawBuilder<unknown> {
  const safe = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`spreadsheet_safe(coalesce(${text}, ''))`
  return sql`copy (
    select checkout.id as ${sql.id(`${byteOrderMark}Id`)},
      to_char(payment.sent_at at time zone ${writtenOut(timeZone)}, 'MM/DD/YYYY HH24:MI:SS') as "Payment Date",
      ${safe(sql`payment.paid_by`)} as "Username", first_item.account_id as "Account Number",
      case when checkout.account_count = 1 then 'SINGLE' else 'MULTI-' || checkout.account_count end as "Count",
      case when payment.state in (${sql.join(chargedStates.map(writtenOut))}) then 'W-' || payment.transaction_tag end
        as "Receipt Number",
      payment.transaction_tag as "Transaction Tag", ${safe(sql`payment.sequence_number`)} as "Sequence Number",
      ${safe(sql`payment.authorization_number`)} as "Authorization Number",
      trim(to_char(payment.amount_cents / 100.0, '9999990.00')) as "Amount", payment.mode as "Mode",
      payment.brand as "Card", payment.last_four as "Last Four", ${standing()} as "Standing",
      ${safe(sql`payment.exact_message`)} as "Process Message", ${safe(sql`payment.bank_message`)} as "Bank Response",
      case when payment.state = 'CHARGED' and not exists (
        select from posting where posting.checkout_id = checkout.id and posting.state <> 'POSTED') then 1 else 0 end
        as "Billing Status", payment.reference as "Reference Number"
    from charge_attempt payment
    join checkout on checkout.id = payment.checkout_id
    join checkout_item first_item on first_item.checkout_id = checkout.id and first_item.ordinal = 1
    where ${conditions}
    order by payment.sent_at desc, payment.id desc
  ) to stdout with (format csv, header)`
}

function standing(): RawBuilder<unknown> {
  const cases = attemptStates.map((state) => {
    const words = staffStatuses[staffStatusOf[state]]
    return sql`when ${writtenOut(state)} then ${writtenOut(words)}`
  })
  return sql`case payment.state ${sql.join(cases, sql` `)} end`
}
