import type { adminLogin } from '@portal/contract/admin-sign-in'
import type { ReplyOf } from '@portal/contract/call'
import { adminSignInTexts } from '@portal/contract/console-texts'
import type { Instant } from '@portal/contract/dates'
import { visibleAdminName } from '@portal/contract/text'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, type AuditOrigin, actorOf, guestActor, recordAudit } from '../../foundation/audit.ts'
import { type AdminAccount, countedFor, findAdminByName } from '../../foundation/credentials/admins.ts'
import { matchesSecret } from '../../foundation/credentials/hashing.ts'
import { type KnownBrowser, findKnownBrowser, rememberBrowser } from '../../foundation/credentials/known-browsers.ts'
import { restoreAll, restore, countFailures, consumeAll, consume } from '../../foundation/rate-limits/rate-limits.ts'
import { type SessionOrigin, endSession, findSession, openSession } from '../../foundation/sessions/session.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { customerEmail } from '../../wording/customer-email.ts'
import { momentIn } from '../../wording/email-layout.ts'
import {
  type VerifiedFactor,
  offerSecondFactor,
  verifiedFactor,
  setUpSecondFactor,
  consumeCode,
} from './second-factor.ts'

type Reply = ReplyOf<typeof adminLogin>

interface Given {
  username: string
  password: string
  code?: string | undefined
  setUpProof?: string | undefined
}

interface SignInOrigin extends AuditOrigin, SessionOrigin {
  /** Of the session that the browser has already; null for none. */
  heldToken: string | null
  /** From earlier sign-ins; null for none. */
  knownToken: string | null
}

interface Attempt {
  origin: SignInOrigin
  /** Null in a browser that is new to the administrator. */
  known: KnownBrowser | null
  /** Given back when a failure of our own ends the try. */
  counted: Parameters<typeof countFailures>[1]
}

interface SignInOutcome {
  reply: Reply
  token?: string
  /** Null when the browser keeps the one it has. */
  knownToken?: string | null
}

/** Unknown names and wrong passwords take the same work and answer (A§2, A§7). @throws Refusal after too many tries */
export async function signIn(deps: Deps, given: Given, origin: SignInOrigin): Promise<SignInOutcome> {
  const at = deps.clock.now()
  const { knownToken: held } = origin
  const known = await findKnownBrowser(deps.db, 'admin', { token: held, username: given.username, now: at })
  const counted = triesOf(deps, given.username, origin, known)
  await consumeAll(deps, counted)
  const admin = await findAdminByName(deps.db, given.username)
  const isRight = await countFailures(deps, counted, () => matchesSecret(admin?.password_hash ?? null, given.password))
  if (!admin || !isRight) return await refusal(deps, admin, origin)
  const outcome = await signInWithFactor(deps, admin, { ...given, at }, { origin, known, counted })
  // Being asked for a code is not a failed try; a wrong code is.
  const isAsked = !given.code && outcome.reply.status !== 'Failed'
  if (outcome.token || isAsked) await restoreAll(deps, counted)
  if (!outcome.token) return outcome
  if (!known) deps.wake(emailWork)
  return {
    ...outcome,
    knownToken: await rememberBrowser(deps.db, { held, known }, { kind: 'admin', id: admin.id }, at),
  }
}

/** A browser this administrator has used counts apart from the address: strangers there cannot keep them out. */
function triesOf(
  deps: Deps,
  username: string,
  { clientAddress }: SignInOrigin,
  known: KnownBrowser | null,
): Attempt['counted'] {
  const perName = ['wrongAdminSignInsPerName', countedFor(deps, username, known)] as const
  return known ? [perName] : [['failedAdminSignInsPerAddress', clientAddress], perName]
}

async function signInWithFactor(
  deps: Deps,
  admin: AdminAccount,
  { code, setUpProof, at }: Given & { at: Instant },
  attempt: Attempt,
): Promise<SignInOutcome> {
  const { second_factor_secret } = admin
  if (second_factor_secret) {
    if (!code) return { reply: { status: 'SecondFactor', description: adminSignInTexts.codeNeeded } }
    const tried = ['wrongCodesPerAdmin', String(admin.id)] as const
    await consume(deps, ...tried)
    const counted = [...attempt.counted, tried]
    const outcome = await open(deps, admin, { ...attempt, counted }, async (tx) =>
      (await consumeCode(tx, deps, { id: admin.id, second_factor_secret }, { code, at })) ? {} : null,
    )
    if (outcome.token) await restore(deps, ...tried)
    return outcome
  }
  if (!deps.profile.secondFactorLevels.includes(admin.level)) return await open(deps, admin, attempt, async () => ({}))
  const factor = code && setUpProof ? verifiedFactor(deps, admin.id, { code, proof: setUpProof, at }) : null
  if (factor) return await open(deps, admin, attempt, async (tx) => await setUpBy(tx, admin, factor))
  const description = code ? adminSignInTexts.codeWrong : adminSignInTexts.setUpNeeded
  return { reply: { status: 'SecondFactorSetup', description, setUp: offerSecondFactor(deps, admin) } }
}

async function setUpBy(tx: Tx, admin: AdminAccount, factor: VerifiedFactor): Promise<{ recoveryCodes: string[] }> {
  return { recoveryCodes: await setUpSecondFactor(tx, admin.id, factor) }
}

/** One transaction: nobody changed since is signed in, and the browser's earlier session ends (session fixation). */
async function open(
  deps: Deps,
  admin: AdminAccount,
  { origin, known, counted }: Attempt,
  prove: (tx: Tx) => Promise<{ recoveryCodes?: string[] } | null>,
): Promise<SignInOutcome> {
  const now = deps.clock.now()
  const transaction = deps.db.transaction()
  const opened = await countFailures(deps, counted, () =>
    transaction.execute(async (tx) => {
      if (!(await holdAdmin(tx, admin))) return 'changed'
      const proven = await prove(tx)
      if (!proven) return null
      await markSignedIn(tx, admin.id, now, known ? null : { profile: deps.profile, device: origin.device })
      const owner = { kind: 'admin', adminUserId: admin.id } as const
      const { token } = await openSession({ db: tx, clock: deps.clock }, owner, origin)
      await signOutWithin(tx, deps.clock, origin.heldToken, origin)
      await recordAudit(tx, { actor: actorOfAccount(admin), action: 'admin-sign-in' }, origin, now)
      return { ...proven, token }
    }),
  )
  if (opened === 'changed') return await refusal(deps, admin, origin)
  if (!opened) {
    await recordRefusal(deps, admin, origin)
    return { reply: { status: 'SecondFactor', description: adminSignInTexts.codeWrong } }
  }
  const { recoveryCodes, token } = opened
  const result = { id: admin.id, admin_role: admin.level, username: visibleAdminName(admin.username) }
  return { token, reply: { status: 'Success', result: [result], ...(recoveryCodes && { recoveryCodes }) } }
}

async function refusal(deps: Deps, admin: AdminAccount | null, origin: AuditOrigin): Promise<SignInOutcome> {
  await recordRefusal(deps, admin, origin)
  return { reply: { status: 'Failed', description: adminSignInTexts.failed } }
}

/** Unknown names are not recorded: people sometimes type their password there. */
async function recordRefusal(deps: Deps, admin: AdminAccount | null, origin: AuditOrigin): Promise<void> {
  const actor = admin ? actorOfAccount(admin) : guestActor
  await recordAudit(deps.db, { actor, action: 'admin-sign-in', outcome: 'refused' }, origin, deps.clock.now())
}

function actorOfAccount({ id, username }: AdminAccount): Actor {
  return { kind: 'admin', id, name: visibleAdminName(username) }
}

/** The end and its entry in the audit log commit together; two tabs make one entry (A§4). */
export async function signOut({ db, clock }: Deps, token: string | null, origin: AuditOrigin): Promise<void> {
  await db.transaction().execute(async (tx) => await signOutWithin(tx, clock, token, origin))
}

/** The same, within a transaction that also signs somebody in. */
async function signOutWithin(tx: Tx, clock: Deps['clock'], token: string | null, origin: AuditOrigin): Promise<void> {
  const caller = token && (await findSession({ db: tx, clock }, 'admin', token, { passively: true }))
  if (!caller || !(await endSession(tx, caller.id))) return
  await recordAudit(tx, { actor: actorOf(caller), action: 'admin-sign-out' }, origin, clock.now())
}

/** Locks the row. @returns whether password and second factor are still those that were read */
export async function holdAdmin(tx: Tx, { id, password_hash, second_factor_secret }: AdminAccount): Promise<boolean> {
  const row = await tx
    .selectFrom('admin_user')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('second_factor_secret', 'is not distinct from', second_factor_secret)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** @param isNew in a browser that is new to them: they are told, except at the very first time */
async function markSignedIn(
  tx: Tx,
  id: number,
  now: Instant,
  isNew: { profile: Deps['profile']; device: string } | null,
): Promise<void> {
  if (isNew) {
    const before = tx.selectFrom('admin_user').select(['email', 'signed_in_at']).where('id', '=', id)
    const { email: recipient, signed_in_at: signedInAt } = await before.executeTakeFirstOrThrow()
    const { profile, device } = isNew
    const said = { of: 'admin', when: momentIn(profile, now), device }
    if (signedInAt !== null)
      await queueEmail(tx, customerEmail(profile, { template: 'new-login', recipient }, said), now)
  }
  await tx.updateTable('admin_user').set({ signed_in_at: now }).where('id', '=', id).execute()
}
