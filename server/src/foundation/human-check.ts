import { createHmac } from 'node:crypto'
import { Instant, later } from '@portal/contract/dates'
import type { HumanCheckPurpose } from '@portal/contract/human-check'
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'

interface Needed extends Pick<Deps, 'clock'> {
  config: Pick<Deps['config'], 'HUMAN_CHECK_SECRET' | 'HUMAN_CHECK_COST'>
}

/** `key` is the idempotency key of the checkout for which the challenge is solved. */
export interface Binding {
  sessionId: number
  purpose: HumanCheckPurpose
  key?: string | undefined
}

/** A solved challenge that this process has not seen used. It must still be spent. */
export interface CheckedAnswer {
  id: string
  expiresAt: Instant
}

const validFor = 5 * 60_000

/** A solver may need three times as many: half a second at the default cost (docs/decisions/006). */
function fewestAttempts(cost: number): number {
  return Math.min(500, cost)
}

/** For one binding, five minutes and one use (C§2.6). */
export async function makeChallenge(
  { config, clock }: Needed,
  binding: Binding,
): Promise<{ challenge: Challenge; expiresAt: Instant }> {
  const expiresAt = later(clock.now(), validFor)
  const fewest = fewestAttempts(config.HUMAN_CHECK_COST)
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: config.HUMAN_CHECK_COST,
    counter: randomInt(3 * fewest, fewest),
    deriveKey,
    // Our own clock judges the expiry, so it is in the signed data and not in the library's field.
    data: { expires: expiresAt, boundTo: encrypt(config, binding) },
    ...secretsOf(config),
  })
  return { challenge, expiresAt }
}

/** Null when the answer proves nothing. Spend the result in the transaction that acts on it. */
export async function checkHumanAnswer(
  { config, clock }: Needed,
  answer: string,
  binding: Binding,
): Promise<CheckedAnswer | null> {
  const given = readAnswer(answer)
  if (!given) return null
  const { verified } = await verifySolution({ ...given, deriveKey, ...secretsOf(config) })
  if (!verified) return null
  const { expires, boundTo } = given.challenge.parameters.data
  if (expires <= clock.now() || boundTo !== encrypt(config, binding)) return null
  return { id: given.challenge.signature, expiresAt: expires }
}

/** False when any process had used it before. */
export async function consumeHumanCheck(db: Db | Tx, checked: CheckedAnswer): Promise<boolean> {
  const { rows } = await consumingHumanCheck(checked, sql<boolean>`true`).execute(db)
  return rows.length === 1
}

/** To be sent with other statements; a row when the answer was not used before. Spends only under the condition. */
export function consumingHumanCheck(
  { id, expiresAt }: CheckedAnswer,
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`
    insert into spent_human_check (id, expires_at) select ${id}, ${expiresAt}::timestamptz where ${condition}
    on conflict (id) do nothing
    returning id`
}

/** A digest, because the browser can read the challenge. */
function encrypt(config: Needed['config'], { sessionId, purpose, key }: Binding): string {
  return keyed(config, JSON.stringify(['binding', sessionId, purpose, key ?? null]))
}

function secretsOf(config: Needed['config']): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  return { hmacSignatureSecret: keyed(config, 'challenge'), hmacKeySignatureSecret: keyed(config, 'solution') }
}

function keyed(config: Needed['config'], text: string): string {
  return createHmac('sha256', config.HUMAN_CHECK_SECRET).update(text).digest('hex')
}

/** The parts of an ALTCHA answer that we read. The signature over the whole challenge protects the others. */
const Answer = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string().max(200),
      salt: z.string().max(200),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string().max(200),
      keySignature: z.string().max(200),
      data: z.object({ expires: Instant, boundTo: z.string() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200), time: z.number().optional() }),
})
type Answer = z.infer<typeof Answer>

/** From base64; null when it is not such a text. */
function readAnswer(text: string): Answer | null {
  const parsed = Answer.safeParse(readJson(Buffer.from(text, 'base64').toString('utf8')))
  return parsed.success ? parsed.data : null
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** For the session's next call that needs one; a newer answer replaces it. False when it was used before. */
export async function keepHumanCheck(
  db: Db,
  sessionId: number,
  purpose: HumanCheckPurpose,
  checked: CheckedAnswer,
): Promise<boolean> {
  const kept = await sql`
    insert into session_human_check (session_id, purpose, check_id, expires_at)
    select ${sessionId}::bigint, ${purpose}, ${checked.id}, ${checked.expiresAt}::timestamptz
    where not exists (select from spent_human_check where id = ${checked.id})
    on conflict (session_id, purpose) do update set check_id = excluded.check_id, expires_at = excluded.expires_at
  `.execute(db)
  return kept.numAffectedRows === 1n
}

/** If still valid and unused. Whoever acts on it must spend it. */
export async function recallHumanCheck(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sessionId: number,
  purpose: HumanCheckPurpose,
): Promise<CheckedAnswer | null> {
  const row = await db
    .selectFrom('session_human_check as kept')
    .leftJoin('spent_human_check as spent', 'spent.id', 'kept.check_id')
    .select(['kept.check_id as id', 'kept.expires_at as expiresAt'])
    .where('kept.session_id', '=', sessionId)
    .where('kept.purpose', '=', purpose)
    .where('kept.expires_at', '>', clock.now())
    .where('spent.id', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
