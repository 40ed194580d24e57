import { createHash, randomInt } from 'node:crypto'
import { type Instant, epochOf, later } from '@portal/contract/dates'
import { mostWrongProofs, proofDigits, proofMinutes } from '@portal/contract/notifications'
import { sql } from 'kysely'
import type { CustomerCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { emailWork, queueEmail, writeEmail } from '../foundation/messages/outbox.ts'

type Needed = Pick<Deps, 'db' | 'billing' | 'clock' | 'profile'>

/** Where emails to the customer go, and whether they may. */
export interface KnownAddress {
  address: string
  state: 'unproven' | 'proven' | 'stopped'
}

/** Null when the billing system has no address. @throws BillingSystemDown */
export async function addressToProve(
  { db, billing }: Needed,
  { webUserId, personId }: CustomerCaller,
): Promise<KnownAddress | null> {
  const address = (await billing.emailAddresses([personId])).get(personId) ?? null
  if (address === null) return null
  const { rows } = await sql<{ isProven: boolean; isStopped: boolean }>`
    select
      exists (select from proven_address where web_user_id = ${webUserId} and channel = 'email'
        and address = ${keyOf(address)} and proven_at is not null) as "isProven",
      exists (select from stopped_address where channel = 'email' and address = ${keyOf(address)}) as "isStopped"`.execute(
    db,
  )
  if (rows[0]?.isStopped) return { address, state: 'stopped' }
  return { address, state: rows[0]?.isProven ? 'proven' : 'unproven' }
}

/** Mail servers tell no capitals apart. */
export function keyOf(address: string): string {
  return address.toLowerCase()
}

/** Emails a code to the address on file. Null when there is none. @throws BillingSystemDown */
export async function sendCode(
  deps: Needed & Pick<Deps, 'wake'>,
  customer: CustomerCaller,
): Promise<{ address: string } | null> {
  const { db, clock, profile, wake } = deps
  const known = await addressToProve(deps, customer)
  if (known === null) return null
  const now = clock.now()
  const code = String(randomInt(10 ** proofDigits)).padStart(proofDigits, '0')
  const proof = { secret_sha256: digest(code), secret_until: later(now, proofMinutes * 60_000), wrong_tries: 0 }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('proven_address')
      .values({
        web_user_id: customer.webUserId,
        channel: 'email',
        address: keyOf(known.address),
        proven_at: null,
        ...proof,
      })
      .onConflict((asked) => asked.columns(['web_user_id', 'channel', 'address']).doUpdateSet(proof))
      .execute()
    await queueEmail(tx, codeEmail(profile, { recipient: known.address, code, now }), now)
  })
  wake(emailWork)
  return { address: known.address }
}

function codeEmail(
  profile: Deps['profile'],
  { recipient, code, now }: { recipient: string; code: string; now: Instant },
) {
  const title = { text: 'Confirm your email address' }
  return writeEmail(profile, {
    template: 'address-code',
    dedupeKey: `address-code-${digest(`${recipient} ${code} ${now}`).toString('hex')}`,
    recipient,
    subject: title,
    heading: title,
    parts: [
      {
        kind: 'paragraph',
        text: 'Type this code on the Notifications page. It is good for {minutes} minutes.',
        values: { minutes: proofMinutes },
      },
      { kind: 'details', rows: [['Code', code]] },
      { kind: 'paragraph', text: 'If you did not ask for it, you can ignore this email.' },
    ],
  })
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The right code also lifts the stop of an address whose emails came back. @throws BillingSystemDown */
export async function confirmCode(
  deps: Needed,
  customer: CustomerCaller,
  code: string,
): Promise<'proven' | 'wrong' | 'expired'> {
  const { db, clock } = deps
  const known = await addressToProve(deps, customer)
  if (known === null) return 'expired'
  const now = clock.now()
  const address = keyOf(known.address)
  return await db.transaction().execute(async (tx) => {
    const asked = await tx
      .selectFrom('proven_address')
      .select(['secret_sha256', 'secret_until', 'wrong_tries'])
      .where('web_user_id', '=', customer.webUserId)
      .where('channel', '=', 'email')
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
      .where('channel', '=', 'email')
      .where('address', '=', address)
      .execute()
    if (!isRight) return 'wrong'
    await tx
      .deleteFrom('stopped_address')
      .where('channel', '=', 'email')
      .where('address', '=', address)
      .where('why', 'in', ['bounced', 'undelivered'])
      .execute()
    return 'proven'
  })
}
