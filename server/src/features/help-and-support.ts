import type { ReplyOf } from '@portal/contract/call'
import { type Instant, formatInstant, later } from '@portal/contract/dates'
import { type HelpTicket, sendTicket as sendTicketCall, helpTexts } from '@portal/contract/help-and-support'
import type { UtilityProfile } from '@portal/contract/utility'
import type { FastifyInstance } from 'fastify'
import type { CustomerCaller } from '../caller.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { consume } from '../foundation/rate-limits/rate-limits.ts'
import { hasAccess } from '../foundation/sessions/accounts.ts'
import { customerRoute } from '../http/route.ts'
import { emailWork } from '../messages/outbox/message.ts'
import { queueEmail } from '../messages/outbox/queue-email.ts'
import { refuseCommonly } from '../refusal.ts'
import { type NewEmail, writeEmail } from '../wording/customer-email.ts'

/** C§2.5 */
export function helpAndSupportRoutes(app: FastifyInstance, deps: Deps): void {
  customerRoute(app, sendTicketCall, async ({ session, body }) => ({ result: await sendTicket(deps, session, body) }))
}

/** The same ticket again within these minutes is a repeat. */
const repeatMinutes = 10

/** Stored with its email, once (C§2.5, C§3). @throws Refusal: not theirs, or too many tickets */
async function sendTicket(
  deps: Deps,
  customer: CustomerCaller,
  ticket: HelpTicket,
): Promise<ReplyOf<typeof sendTicketCall>['result']> {
  const { accountId } = ticket
  const isOwn = accountId === undefined || (await hasAccess(deps.db, customer.id, accountId))
  if (ticket.personId !== customer.personId || !isOwn) throw refuseCommonly('not-allowed')
  if (ticket.cis_division !== deps.profile.division) return { status: 'Failed', description: helpTexts.failed }

  await consume(deps, 'ticketsPerCustomer', customer.personId)
  const now = deps.clock.now()
  const ticketNumber = await deps.db.transaction().execute(async (tx) => {
    await waitForTicketsOf(tx, customer)
    const earlier = await findSame(tx, ticket, now)
    if (earlier !== null) return numberOf(earlier)
    const number = numberOf(await insertTicket(tx, ticket, now))
    await queueEmail(tx, emailAbout(deps.profile, ticket, { number, username: customer.username, now }), now)
    return number
  })
  deps.wake(emailWork)
  return { status: 'Success', ticketNumber }
}

/** One after the other: of two sent at the same moment, neither would find the other. */
async function waitForTicketsOf(tx: Tx, { webUserId }: CustomerCaller): Promise<void> {
  await tx.selectFrom('web_user').select('id').where('id', '=', webUserId).forUpdate().execute()
}

/** Null unless its answer was lost and it is sent again. */
async function findSame(tx: Tx, ticket: HelpTicket, now: Instant): Promise<number | null> {
  const found = await tx
    .selectFrom('help_ticket')
    .select('id')
    .where('person_id', '=', ticket.personId)
    .where('sent_at', '>', later(now, -repeatMinutes * 60_000))
    .where('account_id', 'is not distinct from', ticket.accountId ?? null)
    .where('contact_type', '=', ticket.contactType)
    .where('email_address', '=', ticket.emailAddress)
    .where('message', '=', ticket.message)
    .executeTakeFirst()
  return found?.id ?? null
}

async function insertTicket(tx: Tx, ticket: HelpTicket, now: Instant): Promise<number> {
  const { id } = await tx
    .insertInto('help_ticket')
    .values({
      person_id: ticket.personId,
      account_id: ticket.accountId ?? null,
      full_name: ticket.fullName,
      email_address: ticket.emailAddress,
      contact_type: ticket.contactType,
      message: ticket.message,
      sent_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** `T-000042`, for customer service and the customer. */
function numberOf(id: number): string {
  return `T-${String(id).padStart(6, '0')}`
}

const ticketSubjects = { TECHNICAL: 'Technical ticket {number}', COMPLAINT: 'Complaint ticket {number}' } as const

function emailAbout(
  profile: UtilityProfile,
  ticket: HelpTicket,
  { number, username, now }: { number: string; username: string; now: Instant },
): NewEmail {
  const { fullName, emailAddress, accountId, personId, contactType, message } = ticket
  return writeEmail(profile, {
    template: 'help-ticket',
    dedupeKey: `help-ticket-${number}`,
    recipient: profile.customerServiceEmail,
    subject: { text: ticketSubjects[contactType], values: { number } },
    heading: { text: 'Ticket {number}', values: { number } },
    parts: [
      {
        kind: 'details',
        rows: [
          ['Contact type', contactType],
          ['Customer', fullName],
          ['Reply to', emailAddress],
          ['Account', accountId ?? { text: 'None selected' }],
          ['Person ID', personId],
          ['Username', username],
          ['Sent', formatInstant(profile, now)],
        ],
      },
      ...message.split(/(?:\r?\n)+/).map((line) => ({ kind: 'paragraph', text: '{line}', values: { line } }) as const),
    ],
  })
}
