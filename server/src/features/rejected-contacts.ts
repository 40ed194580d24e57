import type { BillingAddress, ContactEdit, PhoneChange } from '@portal/contract/contact'
import {
  type RejectedContact,
  listRejectedContacts,
  rejectedContactsPageSize,
  settleRejectedContact,
} from '@portal/contract/rejected-contacts'
import type { FastifyInstance } from 'fastify'
import type { AdminCaller } from '../caller.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../foundation/audit.ts'
import { adminRoute } from '../http/route.ts'
import { refuse } from '../refusal.ts'

/** Contact changes that the billing system refused, for the staff who look after customers. */
export function rejectedContactsRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, listRejectedContacts, async ({ query }) => await listRejected(deps.db, query.after))
  adminRoute(app, settleRejectedContact, async (request) => {
    await settleRejected(deps, request.session, request.params.id, request)
    return { settled: true as const }
  })
}

/** The oldest first. */
async function listRejected(db: Db, after: number): Promise<{ changes: RejectedContact[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('contact_outbox')
    .select(['id', 'person_id', 'changed_at', 'detail', 'last_error'])
    .where('refused_at', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(rejectedContactsPageSize + 1)
    .execute()
  return {
    changes: rows
      .slice(0, rejectedContactsPageSize)
      .map(({ id, person_id: personId, changed_at: changedAt, ...row }) => ({
        id,
        personId,
        changedAt,
        changes: changesIn(row.detail),
        reason: row.last_error ?? '',
      })),
    hasMore: rows.length > rejectedContactsPageSize,
  }
}

function changesIn({ phones, billRoutes = [], ...details }: ContactEdit): RejectedContact['changes'] {
  return [
    ...Object.entries(details).map(([name, value]) => ({
      name,
      lines: typeof value === 'string' ? [value] : linesOf(value),
    })),
    ...phones.map((phone) => ({ name: 'phone', lines: [phoneInWords(phone)] })),
    ...billRoutes.map(({ accountId, route }) => ({ name: 'billRoute', lines: [accountId, route] })),
  ]
}

function linesOf(address: BillingAddress): string[] {
  const { address1, address2, city, state, postal, country } = address
  return [address1, address2 ?? '', [city, state, postal].filter(Boolean).join(' '), country].filter(Boolean)
}

function phoneInWords(phone: PhoneChange): string {
  switch (phone.action) {
    case 'add':
      return `${phone.type}: add ${phone.number}`
    case 'update':
      return `${phone.type} ${phone.sequence}: change to ${phone.number}`
    case 'delete':
      return `${phone.type} ${phone.sequence}: remove`
  }
}

/** Made by hand since; nothing personal remains. @throws Refusal `already-resolved` */
async function settleRejected(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  id: number,
  origin: AuditOrigin,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const made = await tx
      .deleteFrom('contact_outbox')
      .where('id', '=', id)
      .where('refused_at', 'is not', null)
      .returning(['person_id', 'last_error'])
      .executeTakeFirst()
    if (!made) throw refuse(settleRejectedContact, 'already-resolved')
    const event = {
      actor: actorOf(caller),
      action: 'contact-change-made',
      subject: `person ${made.person_id}`,
      after: { change: id, refusedFor: made.last_error },
    } as const
    await recordAudit(tx, event, origin, now)
  })
}
