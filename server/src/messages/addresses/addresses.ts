import { createHash, randomInt } from 'node:crypto'
import { epochOf, later } from '@portal/contract/dates'
import {
  type NotificationChannel,
  type Notifications,
  type ReachedAt,
  mostWrongProofs,
  proofDigits,
  proofMinutes,
} from '@portal/contract/notifications'
import type { MobileNumber } from '@portal/contract/text-messages'
import { sql } from 'kysely'
import type { CustomerCaller } from '../../caller.ts'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { secondsToWait } from '../../foundation/rate-limits/rate-limits.ts'
import { customerEmail } from '../../wording/customer-email.ts'
import { momentIn } from '../../wording/email-layout.ts'
import { codeValues, codeText } from '../../wording/notification-fields.ts'
import { profileFor } from '../language.ts'
import { emailWork } from '../outbox/message.ts'
import { keyOf } from '../outbox/names.ts'
import { queueEmail } from '../outbox/queue-email.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>
type Reached = Pick<CustomerCaller, 'webUserId' | 'personId'>

/**
 * Where the customer is reached: emails go to the address of the billing system, texts to the number confirmed here, or
 * typed last. Null when there is none. @throws BillingSystemDown
 */
export async function reachedAt(
  { db, billing }: Needed,
  { webUserId, personId }: Reached,
  channel: NotificationChannel,
): Promise<ReachedAt | null> {
  const known = channel === 'email' ? ((await billing.emailAddresses([personId])).get(personId) ?? null) : null
  if (channel === 'email' && known === null) return null
  const { rows } = await sql<{ address: string; isProven: boolean; isStopped: boolean }>`
    select asked.address, proven_at is not null as "isProven",
      exists (select from stopped_address stopped where stopped.channel = ${channel} and stopped.address = asked.address)
        as "isStopped"
    from (select coalesce(${known && keyOf(known)}, (
      select address from proven_address where web_user_id = ${webUserId} and channel = 'text'
      order by proven_at is null, secret_until desc nulls last limit 1)) as address) as asked
    left join proven_address proven on web_user_id = ${webUserId} and proven.channel = ${channel}
      and proven.address = asked.address
    where asked.address is not null`.execute(db)
  const [row] = rows
  if (!row) return null
  const address = known ?? row.address
  if (row.isStopped) return { address, state: 'stopped' }
  return { address, state: row.isProven ? 'proven' : 'unproven' }
}

/** The number that waits for its code, and what became of the text with it. */
export async function newNumberOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { webUserId }: Pick<CustomerCaller, 'webUserId'>,
): Promise<Notifications['newNumber']> {
  const waiting = await askedNumber(db, webUserId)
  if (!waiting?.until || epochOf(waiting.until) <= epochOf(clock.now())) return null
  const { address, trouble } = waiting
  if (trouble === null) return { address, trouble }
  return { address, trouble: trouble === 'notMobile' ? trouble : 'undelivered' }
}

async function askedNumber(db: Needed['db'], webUserId: number) {
  return await db
    .selectFrom('proven_address')
    .select(['address', 'secret_until as until', 'code_trouble as trouble'])
    .where('web_user_id', '=', webUserId)
    .where('channel', '=', 'text')
    .where('secret_sha256', 'is not', null)
    .orderBy('secret_until', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type CodeSent =
  | { outcome: 'sent'; address: string }
  | { outcome: 'noAddress' | 'notMobile' | 'refused' | 'down' }

type CodeTo = { channel: 'email' } | { channel: 'text'; number: MobileNumber }

/**
 * Counts a code: so many for a customer, and so many to an address, whoever asks and however it was written.
 * @returns how long to wait; 0 when it may be sent. @throws BillingSystemDown
 */
export async function secondsToNextCode(
  deps: Needed & Parameters<typeof secondsToWait>[0],
  customer: Reached,
  to: CodeTo,
): Promise<number> {
  const address = to.channel === 'text' ? to.number : (await reachedAt(deps, customer, 'email'))?.address
  return await secondsToWait(deps, [
    ['codesPerCustomer', customer.personId],
    ...(address === undefined ? [] : [['codesPerAddress', `${to.channel} ${keyOf(address)}`] as const]),
  ])
}

/**
 * To the email address on file, or to a number that replaces the one before once it is confirmed.
 * @throws BillingSystemDown
 */
export async function sendCode(
  deps: Needed & Pick<Deps, 'wake' | 'texts'>,
  customer: Reached,
  to: CodeTo,
): Promise<CodeSent> {
  const { db, clock, profile, wake, texts } = deps
  const address = to.channel === 'text' ? to.number : (await reachedAt(deps, customer, 'email'))?.address
  if (address === undefined) return { outcome: 'noAddress' }
  if (to.channel === 'text' && (await hasStopped(db, to.number))) return { outcome: 'refused' }
  const now = clock.now()
  const code = String(randomInt(10 ** proofDigits)).padStart(proofDigits, '0')
  const named = digest(`${customer.webUserId} ${address} ${code} ${now}`).toString('hex').slice(0, 40)
  const reference = to.channel === 'text' ? `code_${named}` : null
  const proof = {
    secret_sha256: digest(code),
    secret_until: later(now, proofMinutes * 60_000),
    wrong_tries: 0,
    code_reference: reference,
    code_trouble: null,
  }
  const key = { web_user_id: customer.webUserId, channel: to.channel, address: keyOf(address) }
  await db.transaction().execute(async (tx) => {
    if (to.channel === 'text') {
      await forgetNumbers(tx, customer, address).where('proven_at', 'is', null).execute()
    }
    await tx
      .insertInto('proven_address')
      .values({ ...key, proven_at: null, ...proof })
      .onConflict((asked) => asked.columns(['web_user_id', 'channel', 'address']).doUpdateSet(proof))
      .execute()
    if (to.channel === 'email') {
      const dedupeKey = `address-code-${named}`
      const email = { template: 'address-code', dedupeKey, recipient: address } as const
      const own = await profileFor(tx, profile, customer)
      await queueEmail(tx, customerEmail(own, email, codeValues(own, code)), now)
    }
  })
  if (to.channel === 'email' || reference === null) {
    wake(emailWork)
    return { outcome: 'sent', address }
  }
  const body = codeText(await profileFor(db, profile, customer), code)
  const sent = await texts?.send({ to: to.number, body, reference, goodForSeconds: proofMinutes * 60 })
  if (sent?.outcome === 'accepted' || sent?.outcome === 'unknown') return { outcome: 'sent', address }
  await withdrawCode(db, reference)
  if (sent?.outcome !== 'refused' || sent.trouble === 'sender') return { outcome: 'down' }
  return { outcome: sent.trouble === 'notMobile' ? 'notMobile' : 'refused' }
}

/** The customer's numbers but this one. */
function forgetNumbers(db: Needed['db'], { webUserId }: Pick<Reached, 'webUserId'>, kept: string) {
  return db
    .deleteFrom('proven_address')
    .where('web_user_id', '=', webUserId)
    .where('channel', '=', 'text')
    .where('address', '<>', kept)
}

/** No text has left: a number that was confirmed stays so, and one that was not was never there. */
async function withdrawCode(db: Needed['db'], reference: string): Promise<void> {
  await db.deleteFrom('proven_address').where('code_reference', '=', reference).where('proven_at', 'is', null).execute()
  await db
    .updateTable('proven_address')
    .set({ secret_sha256: null, secret_until: null, code_reference: null })
    .where('code_reference', '=', reference)
    .execute()
}

async function hasStopped(db: Needed['db'], number: MobileNumber): Promise<boolean> {
  const row = await db
    .selectFrom('stopped_address')
    .select('why')
    .where('channel', '=', 'text')
    .where('address', '=', number)
    .where('why', '=', 'stop')
    .executeTakeFirst()
  return row !== undefined
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * The right code also lifts the stop of an address that messages came back from, or whose owner complained. A number that
 * has replied STOP starts again by START alone. @throws BillingSystemDown
 */
export async function confirmCode(
  deps: Needed & Pick<Deps, 'wake'>,
  customer: CustomerCaller,
  { channel, code }: { channel: NotificationChannel; code: string },
  onProven: (tx: Tx, address: string) => Promise<void> = async () => undefined,
): Promise<'proven' | 'wrong' | 'expired'> {
  const { db, clock, profile } = deps
  const known =
    channel === 'email'
      ? await reachedAt(deps, customer, channel)
      : ((await askedNumber(db, customer.webUserId)) ?? null)
  if (known === null) return 'expired'
  // Their owner has to hear of a number that others confirmed.
  const { personId } = customer
  const recipient = channel === 'text' ? ((await deps.billing.emailAddresses([personId])).get(personId) ?? null) : null
  const now = clock.now()
  const address = keyOf(known.address)
  const result = await db.transaction().execute(async (tx): Promise<'proven' | 'wrong' | 'expired'> => {
    const asked = await tx
      .selectFrom('proven_address')
      .select(['secret_sha256', 'secret_until', 'wrong_tries'])
      .where('web_user_id', '=', customer.webUserId)
      .where('channel', '=', channel)
      .where('address', '=', address)
      .forUpdate()
      .executeTakeFirst()
    if (!asked?.secret_sha256 || !asked.secret_until || epochOf(asked.secret_until) <= epochOf(now)) return 'expired'
    if (asked.wrong_tries >= mostWrongProofs) return 'expired'
    const isRight = asked.secret_sha256.equals(digest(code))
    await tx
      .updateTable('proven_address')
      .set(
        isRight ? { secret_sha256: null, secret_until: null, proven_at: now } : { wrong_tries: asked.wrong_tries + 1 },
      )
      .where('web_user_id', '=', customer.webUserId)
      .where('channel', '=', channel)
      .where('address', '=', address)
      .execute()
    if (!isRight) return 'wrong'
    if (channel === 'text') await forgetNumbers(tx, customer, address).execute()
    if (recipient !== null) {
      const own = await profileFor(tx, profile, customer)
      const said = { when: momentIn(own, now), number: address.slice(-4) }
      await queueEmail(tx, customerEmail(own, { template: 'text-number-changed', recipient }, said), now)
    }
    await tx
      .deleteFrom('stopped_address')
      .where('channel', '=', channel)
      .where('address', '=', address)
      .where('why', 'in', ['bounced', 'complained', 'undelivered'])
      .execute()
    await onProven(tx, address)
    return 'proven'
  })
  if (recipient !== null) deps.wake(emailWork)
  return result
}
