import type { PersonId } from '@portal/contract/ids'
import type { NotificationChannel } from '@portal/contract/notifications'
import { maskEmail } from '@portal/contract/text'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'

export interface Customer {
  personId: PersonId
  webUserId: number | null
  username: string
  /** In small letters: the one on file, and those that were confirmed. */
  emails: readonly string[]
  numbers: readonly string[]
}

/** @throws BillingSystemDown */
export async function findCustomer(
  { db, billing }: Pick<Deps, 'db' | 'billing'>,
  personId: PersonId,
): Promise<Customer> {
  const [onFile, { rows }] = await Promise.all([
    billing.emailAddresses([personId]),
    sql<{ webUserId: number; username: string; channel: NotificationChannel | null; address: string | null }>`
      select web_user.id as "webUserId", username, channel, address from web_user
      left join proven_address proven on proven.web_user_id = web_user.id and proven_at is not null
      where person_id = ${personId}`.execute(db),
  ])
  const proven = (wanted: NotificationChannel): string[] =>
    rows.flatMap(({ channel, address }) => (channel === wanted && address !== null ? [address] : []))
  const email = onFile.get(personId)?.toLowerCase()
  const emails = [...new Set([...(email === undefined ? [] : [email]), ...proven('email')])]
  const [user] = rows
  return {
    personId,
    webUserId: user?.webUserId ?? null,
    username: user?.username ?? '',
    emails,
    numbers: proven('text'),
  }
}

export function subjectOf({ username, personId }: Pick<Customer, 'username' | 'personId'>): string {
  return username || `person ${personId}`
}

/** `e***5@example.com`, or the last four digits. */
export function mask(channel: NotificationChannel, address: string): string {
  return channel === 'email' ? maskEmail(address) : `***-***-${address.slice(-4)}`
}
