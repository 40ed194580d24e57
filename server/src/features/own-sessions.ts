import type { ParsedBodyOf, ReplyOf } from '@portal/contract/call'
import type { Instant } from '@portal/contract/dates'
import { type OwnSession, endOwnSession, listOwnSessions, ownSessionsTexts } from '@portal/contract/own-sessions'
import { signInTexts } from '@portal/contract/sign-in-texts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AdminCaller, CustomerCaller } from '../caller.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../foundation/audit.ts'
import { findAdmin, verifyAdminPassword } from '../foundation/credentials/admins.ts'
import { inQueue } from '../foundation/credentials/hashing.ts'
import { type GivenPassword, verifyPassword } from '../foundation/credentials/password-attempts.ts'
import { requireStillAllowed } from '../foundation/sessions/still-allowed.ts'
import { customerOrAdminRoute } from '../http/route.ts'
import { refuseCommonly } from '../refusal.ts'

/** docs/security.md */
export function ownSessionsRoutes(app: FastifyInstance, deps: Deps): void {
  customerOrAdminRoute(app, listOwnSessions, async ({ session }) => ({
    result: await selectOwnSessions(deps.db, session, deps.clock.now()),
  }))
  customerOrAdminRoute(app, endOwnSession, async ({ session, body, clientAddress, requestId, cookies }) =>
    endSession(deps, session, body, { clientAddress, requestId, knownToken: cookies.readKnown() }),
  )
}

/** Audited for administrators. @throws Refusal: too many wrong passwords, own session over; HashQueueFull */
async function endSession(
  deps: Deps,
  holder: SessionHolder,
  { id: sessionId, currentPassword: password }: ParsedBodyOf<typeof endOwnSession>,
  origin: AuditOrigin & Pick<GivenPassword, 'knownToken'>,
): Promise<ReplyOf<typeof endOwnSession>> {
  const refused = await reauthenticationRefusal(deps, holder, { password, knownToken: origin.knownToken })
  if (refused !== null) {
    const isWrong = refused === signInTexts.wrongCurrentPassword
    return {
      result: { status: 'Failed', description: refused, ...(isWrong && { field: 'currentPassword' as const }) },
    }
  }
  const { db, clock, log } = deps
  const now = clock.now()
  const ended = await db.transaction().execute(async (tx) => {
    const session = await removeOtherSession(tx, holder, sessionId, now)
    if (session && holder.kind === 'admin') await recordAudit(tx, endedEvent(holder, session), origin, now)
    return session
  })
  if (!ended) return { result: { status: 'Failed', description: ownSessionsTexts.endedAlready } }
  if (holder.kind === 'customer') {
    log.info({ event: 'session-ended', webUser: holder.webUserId }, 'Customer logged out another browser')
  }
  return { result: { status: 'Success', description: ownSessionsTexts.ended } }
}

function endedEvent(admin: AdminCaller, { device, clientAddress }: EndedSession): AuditEvent {
  return {
    actor: actorOf(admin),
    action: 'admin-session-ended',
    subject: device || ownSessionsTexts.unknownDevice,
    before: { clientAddress },
  }
}

type Refused = typeof signInTexts.wrongCurrentPassword | typeof signInTexts.exceededShown

/** As at sign-in (docs/decisions/012); one factor (OWASP ASVS 5.0.0 7.5.2). @throws Refusal; HashQueueFull */
async function reauthenticationRefusal(
  deps: Deps,
  holder: SessionHolder,
  given: GivenPassword,
): Promise<Refused | null> {
  if (holder.kind === 'customer') {
    const proof = await inQueue(() => verifyPassword(deps, holder, given))
    return 'refused' in proof ? proof.refused : null
  }
  const admin = await findAdmin(deps.db, holder.adminUserId)
  if (!admin) throw refuseCommonly('not-signed-in')
  const isRight = await inQueue(() => verifyAdminPassword(deps, admin, given))
  return isRight ? null : signInTexts.wrongCurrentPassword
}

type SessionHolder = CustomerCaller | AdminCaller

/** Nobody reads a longer list. */
const most = 100

/** The current one first, then the most recently used. */
async function selectOwnSessions(db: Db, holder: SessionHolder, now: Instant): Promise<OwnSession[]> {
  const { column, key } = ownerOf(holder)
  const { rows } = await sql<OwnSession>`
    select id, coalesce(device, '') as device, coalesce(client_address, '') as "clientAddress",
      created_at as "startedAt", last_seen_at as "lastUsedAt", id = ${holder.id}::bigint as "isThisOne"
    from session
    where ${sql.ref(column)} = ${key}::bigint and expires_at > ${now}::timestamptz
    order by "isThisOne" desc, last_seen_at desc, id desc
    limit ${most}::integer`.execute(db)
  return rows
}

type EndedSession = Pick<OwnSession, 'device' | 'clientAddress'>

/** Somebody just logged out cannot log the owner out. @returns null: no such session @throws Refusal: own one over */
async function removeOtherSession(
  tx: Tx,
  holder: SessionHolder,
  sessionId: number,
  now: Instant,
): Promise<EndedSession | null> {
  const { table, column, key } = ownerOf(holder)
  // The person's row first, as in all that ends several sessions: two browsers that end each other cannot deadlock.
  await tx.selectFrom(table).select('id').where('id', '=', key).forNoKeyUpdate().execute()
  await requireStillAllowed(tx, holder)
  const ended = await tx
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where(column, '=', key)
    .where('id', '!=', holder.id)
    .where('expires_at', '>', now)
    .returning((session) => [
      session.fn.coalesce('device', sql.lit('')).as('device'),
      session.fn.coalesce('client_address', sql.lit('')).as('clientAddress'),
    ])
    .executeTakeFirst()
  return ended ?? null
}

/** Customers and administrators are numbered separately, so the number alone is not enough. */
function ownerOf(holder: SessionHolder) {
  return holder.kind === 'admin'
    ? ({ table: 'admin_user', column: 'admin_user_id', key: holder.adminUserId } as const)
    : ({ table: 'web_user', column: 'web_user_id', key: holder.webUserId } as const)
}
