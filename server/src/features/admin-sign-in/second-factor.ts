import { createHash, randomBytes } from 'node:crypto'
import type { SecondFactorSetup } from '@portal/contract/admin-sign-in'
import { type Instant, epochOf, later } from '@portal/contract/dates'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import {
  appAddress,
  newSecret,
  decryptSecret,
  signedSecret,
  signSecret,
  encryptSecret,
  stepOf,
} from './second-factor-secret.ts'

type Needed = Pick<Deps, 'config' | 'clock' | 'profile' | 'log'>

const setUpFor = 15 * 60_000
const recoveryCodes = 10

/** Nothing is stored: the proof brings the secret back. */
export function offerSecondFactor(
  { config, clock, profile }: Needed,
  admin: { id: number; username: string },
): SecondFactorSetup {
  const secret = newSecret()
  const { address, typed } = appAddress(secret, profile.shortName, admin.username)
  return { secret: typed, address, proof: signSecret(config, admin.id, secret, later(clock.now(), setUpFor)) }
}

export interface VerifiedFactor {
  encryptedSecret: Buffer
  step: number
}

/** Null when the proof or the code, given `at`, is wrong. */
export function verifiedFactor(
  { config }: Pick<Needed, 'config'>,
  adminUserId: number,
  { code, proof, at }: { code: string; proof: string; at: Instant },
): VerifiedFactor | null {
  const secret = signedSecret(config, adminUserId, proof, at)
  const step = secret && stepOf(secret, code, epochOf(at))
  return secret && step !== null ? { encryptedSecret: encryptSecret(config, adminUserId, secret), step } : null
}

/** @returns the recovery codes, shown once and kept only as digests */
export async function setUpSecondFactor(tx: Tx, adminUserId: number, factor: VerifiedFactor): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await storeSecondFactor(tx, adminUserId, { ...factor, codes: codes.map(recoveryDigest) })
  return codes
}

/** Also takes a recovery code, which needs no key. @param at when the request arrived, before any wait */
export async function consumeCode(
  tx: Tx,
  { config, log }: Pick<Needed, 'config' | 'log'>,
  admin: { id: number; second_factor_secret: Buffer },
  { code, at }: { code: string; at: Instant },
): Promise<boolean> {
  const secret = decryptSecret(config, admin.id, admin.second_factor_secret)
  if (!secret) log.warn({ adminUser: admin.id }, 'An authenticator app was set up with another SECOND_FACTOR_SECRET')
  const step = secret && stepOf(secret, code, epochOf(at))
  if (step !== null) return await consumeStep(tx, admin.id, step)
  return await consumeRecoveryCode(tx, admin.id, recoveryDigest(code))
}

/** 140 random bits as seven groups like `abcd` (OWASP ASVS 5.0.0 6.5.2), easy to copy by hand. */
function newRecoveryCode(): string {
  const emails = 'abcdefghijkmnpqrstuvwxyz23456789'
  const picked = [...randomBytes(28)].map((byte) => emails[byte % emails.length])
  return picked.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

function recoveryDigest(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest()
}

/** Of two codes of the same step only one counts. @returns whether it was still unused */
async function consumeStep(tx: Tx, id: number, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('admin_user')
    .set({ second_factor_step: step })
    .where('id', '=', id)
    .where((admin) => admin.or([admin('second_factor_step', 'is', null), admin('second_factor_step', '<', step)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** @returns whether there was one */
async function consumeRecoveryCode(tx: Tx, id: number, codeSha256: Buffer): Promise<boolean> {
  const result = await tx
    .deleteFrom('admin_recovery_code')
    .where('admin_user_id', '=', id)
    .where('code_sha256', '=', codeSha256)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

async function storeSecondFactor(
  tx: Tx,
  id: number,
  { encryptedSecret, step, codes }: { encryptedSecret: Buffer; step: number; codes: readonly Buffer[] },
): Promise<void> {
  await tx
    .updateTable('admin_user')
    .set({ second_factor_secret: encryptedSecret, second_factor_step: step })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('admin_recovery_code').where('admin_user_id', '=', id).execute()
  await tx
    .insertInto('admin_recovery_code')
    .values(codes.map((code_sha256) => ({ admin_user_id: id, code_sha256 })))
    .execute()
}
