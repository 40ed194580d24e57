import type { AccountNumber } from '@portal/contract/ids'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import type { PeopleTables } from '../../database/tables/people.ts'
import type { Deps } from '../../deps.ts'
import {
  type Actor,
  type AuditEvent,
  type AuditOrigin,
  actorOf,
  auditAppended,
  guestActor,
  recordAudit,
} from '../../foundation/audit.ts'
import type { KnownBrowser } from '../../foundation/credentials/known-browsers.ts'
import type { GuessedAt } from '../../foundation/credentials/password-attempts.ts'
import { digestOf, newSession } from '../../foundation/sessions/session.ts'

/** The browser in which somebody signs in. */
export interface SigningBrowser {
  origin: AuditOrigin
  /** In plain words. */
  device: string
  /** The token of the customer session that the browser has already, or null. */
  oldToken: string | null
  /** The administrator who tests signing in (R6), or null. */
  tester: AdminCaller | null
  /** The token by which the browser is known from earlier sign-ins, or null. */
  knownToken: string | null
}

/**
 * Opens a new session for a customer with all their accounts, and ends the one that the browser had before. Because a
 * session never changes hands, a planted token is worthless (session fixation). The sign-in is recorded in the audit
 * log.
 * @returns the new session's token; null when the password is no longer the one that was compared.
 */
export async function openCustomerSession(
  { db, clock, billing }: Pick<Deps, 'db' | 'clock' | 'billing'>,
  browser: SigningBrowser,
  { known, ...user }: GuessedAt & { known: KnownBrowser | null },
  accounts: readonly { accountId: AccountNumber }[],
): Promise<string | null> {
  const now = clock.now()
  const { device, origin } = browser
  const { clientAddress } = origin
  const { row, token } = newSession({ kind: 'customer', webUserId: user.id }, now, { clientAddress, device })
  const isOpened = await replaceSession(db, {
    oldToken: browser.oldToken,
    session: row,
    accounts: accounts.map((account) => account.accountId),
    passwordHash: user.passwordHash,
    isKnown: known !== null,
    mayOpen: sql.raw(billing.holdsAccount('marked.person_id', 'found.account_id')),
    audit: auditAppended(signInEvent(browser, user), origin, now),
  })
  return isOpened ? token : null
}

/**
 * Records a refused sign-in in the audit log. A name that nobody has is not recorded, because people sometimes type
 * their password there.
 */
export async function recordRefusal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  browser: SigningBrowser,
  user: GuessedAt | null,
): Promise<void> {
  await recordAudit(db, { ...signInEvent(browser, user), outcome: 'refused' }, browser.origin, clock.now())
}

/** A sign-in as the audit log records it (docs/security.md, R6). */
function signInEvent({ tester }: SigningBrowser, user: GuessedAt | null): AuditEvent {
  if (tester) return { action: 'backdoor-sign-in', actor: actorOf(tester), subject: user?.username ?? '' }
  const actor: Actor = user ? { kind: 'customer', id: user.id, name: user.username } : guestActor
  return { action: 'customer-sign-in', actor }
}

/** What a customer's sign-in writes. */
interface SignInToWrite {
  /** The token of the customer session that the browser had before, which ends; or null. */
  oldToken: string | null
  session: Insertable<PeopleTables['session']>
  /** The accounts to open to the new session, without repetitions. */
  accounts: readonly AccountNumber[]
  /** The hash that the given password matched. */
  passwordHash: string
  /** The browser is known for this customer: neither a lock nor the count of other browsers concerns it. */
  isKnown: boolean
  /** Whether the customer `marked` still holds the account `found`. */
  mayOpen: RawBuilder<unknown>
  /** The SQL expression that writes the audit log. */
  audit: RawBuilder<unknown>
}

/**
 * Writes a customer's sign-in in one statement, and so in one round trip and one transaction. It replaces the old
 * session, records the time, resets the count of wrong passwords, and adds to the audit log. It opens no session when
 * the password was changed or locked after it was compared; a later change finds the session and ends it. It opens no
 * account that an import has given to somebody else since the accounts were read; a later import finds the session and
 * closes the account. The audit log comes last, because it reads what the other parts return.
 * @returns whether the session was opened
 */
async function replaceSession(db: Db, toWrite: SignInToWrite): Promise<boolean> {
  const { oldToken, session, accounts, passwordHash, isKnown, mayOpen, audit } = toWrite
  const now = session.created_at
  const { rows } = await sql`
    with marked as (
      update web_user set signed_in_at = ${now}, wrong_passwords = case when ${isKnown} then wrong_passwords else 0 end
      where id = ${session.web_user_id}::bigint and password_hash = ${passwordHash} and (locked_at is null or ${isKnown})
      returning id, person_id
    ), ended as (
      delete from session where token_sha256 = ${oldToken === null ? null : digestOf(oldToken)}::bytea and kind = 'customer'
        and exists (select from marked)
      returning id
    ), opened as (
      insert into session (token_sha256, kind, created_at, last_seen_at, expires_at, web_user_id, device,
        client_address)
      select ${session.token_sha256}::bytea, ${session.kind}, ${now}::timestamptz, ${session.last_seen_at}::timestamptz,
        ${session.expires_at}::timestamptz, marked.id, ${session.device}, ${session.client_address}
      from marked
      returning id
    ), accounts as (
      insert into session_account (session_id, account_id, opened_at)
      select opened.id, account_id, ${now}::timestamptz
      from opened, marked, unnest(${[...accounts]}::text[]) as found(account_id)
      where ${mayOpen}
    )
    select ${audit} from (select count(*) from ended) as before, opened
  `.execute(db)
  return rows.length > 0
}
