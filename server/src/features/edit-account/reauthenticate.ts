import { type Instant, later } from '@portal/contract/dates'
import { credentialTexts, signInTexts } from '@portal/contract/sign-in-texts'
import type { CustomerCaller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../foundation/audit.ts'
import { inQueue } from '../../foundation/credentials/hashing.ts'
import { verifyPassword } from '../../foundation/credentials/password-attempts.ts'
import type { EditResult, RequestedEdit } from './requested-edit.ts'

export interface Editor {
  customer: CustomerCaller
  origin: AuditOrigin
  /** From earlier sign-ins; null for none. */
  knownToken: string | null
}

/** Whoever signed in no longer ago than this has just shown the password. */
const freshMilliseconds = 5 * 60_000

/** OWASP ASVS 5.0.0 7.5.1, docs/readings.md R35. @returns null when nothing else is needed @throws HashQueueFull */
export async function reauthenticationRefusal(
  deps: Deps,
  { customer, knownToken }: Editor,
  { contact, question }: RequestedEdit,
  password: string,
): Promise<EditResult | null> {
  if (contact.emailAddress === undefined && !question) return null
  if (password === '') {
    const since = later(deps.clock.now(), -freshMilliseconds)
    if (await signedInSince(deps.db, customer.id, since)) return null
    return { status: 'Failed', description: credentialTexts.currentPasswordRequired, field: 'currentPassword' }
  }
  const proof = await inQueue(() => verifyPassword(deps, customer, { password, knownToken }))
  if (!('refused' in proof)) return null
  const isWrong = proof.refused === signInTexts.wrongCurrentPassword
  return { status: 'Failed', description: proof.refused, ...(isWrong && { field: 'currentPassword' as const }) }
}

export async function readAnswerHash(db: Db, webUserId: number): Promise<string> {
  const { security_answer_hash: hash } = await db
    .selectFrom('web_user')
    .select('security_answer_hash')
    .where('id', '=', webUserId)
    .executeTakeFirstOrThrow()
  return hash
}

/** Inclusive. */
async function signedInSince(db: Db, sessionId: number, since: Instant): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}
