import type { AccountNumber } from '@portal/contract/ids'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db, Tx } from '../../database/connect.ts'
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
import type { LoginUser } from '../../foundation/credentials/password-attempts.ts'
import { digestOf, newSession } from '../../foundation/sessions/session.ts'
import { profileFor } from '../../messages/language.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { customerEmail } from '../../wording/customer-email.ts'
import { momentIn } from '../../wording/email-layout.ts'

export interface SigningBrowser {
  origin: AuditOrigin
  /** In plain words. */
  device: string
  /** Of the customer session that the browser has already, or null. */
  oldToken: string | null
  /** Of signing in (R6), or null. */
  tester: AdminCaller | null
  /** From earlier sign-ins, or null. */
  knownToken: string | null
}

/**
 * Ends the browser's earlier one (session fixation). In a browser that is new to the customer, they are told, except at
 * the very first time. @returns its token; null when the password has changed since
 */
export async function openCustomerSession(
  { db, clock, billing, profile }: Pick<Deps, 'db' | 'clock' | 'billing' | 'profile'>,
  browser: SigningBrowser,
  { known, noticeTo, ...user }: LoginUser & { known: KnownBrowser | null; noticeTo: string | null },
  accounts: readonly { accountId: AccountNumber }[],
): Promise<string | null> {
  const now = clock.now()
  const { device, origin } = browser
  const { clientAddress } = origin
  const { row, token } = newSession({ kind: 'customer', webUserId: user.id }, now, { clientAddress, device })
  const toWrite = {
    oldToken: browser.oldToken,
    session: row,
    accounts: accounts.map((account) => account.accountId),
    passwordHash: user.passwordHash,
    isKnown: known !== null,
    mayOpen: sql.raw(billing.holdsAccount('marked.person_id', 'found.account_id')),
    audit: auditAppended(signInEvent(browser, user), origin, now),
  }
  if (noticeTo === null) return (await replaceSession(db, toWrite)) ? token : null
  return await db.transaction().execute(async (tx) => {
    const opened = await replaceSession(tx, toWrite)
    if (opened?.isReturning) {
      const own = await profileFor(tx, profile, { webUserId: user.id })
      const said = { of: 'customer', when: momentIn(own, now), device }
      await queueEmail(tx, customerEmail(own, { template: 'new-login', recipient: noticeTo }, said), now)
    }
    return opened ? token : null
  })
}

/** Names that nobody has are not recorded: people sometimes type their password there. */
export async function recordRefusal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  browser: SigningBrowser,
  user: LoginUser | null,
): Promise<void> {
  await recordAudit(db, { ...signInEvent(browser, user), outcome: 'refused' }, browser.origin, clock.now())
}

/** docs/security.md, R6. */
function signInEvent({ tester }: SigningBrowser, user: LoginUser | null): AuditEvent {
  if (tester) return { action: 'backdoor-sign-in', actor: actorOf(tester), subject: user?.username ?? '' }
  const actor: Actor = user ? { kind: 'customer', id: user.id, name: user.username } : guestActor
  return { action: 'customer-sign-in', actor }
}

interface SignInToWrite {
  /** Of the browser's earlier session, which ends; or null. */
  oldToken: string | null
  session: Insertable<PeopleTables['session']>
  /** Without repetitions. */
  accounts: readonly AccountNumber[]
  /** Matched by the given password. */
  passwordHash: string
  /** For this customer: neither a lock nor the count of other browsers concerns it. */
  isKnown: boolean
  /** The customer `marked` still holds the account `found`. */
  mayOpen: RawBuilder<unknown>
  audit: RawBuilder<unknown>
}

/** One statement, audit last: a password or import changed since then wins. @returns null when no session was opened */
async function replaceSession(db: Db | Tx, toWrite: SignInToWrite): Promise<{ isReturning: boolean } | null> {
  const { oldToken, session, accounts, passwordHash, isKnown, mayOpen, audit } = toWrite
  const now = session.created_at
  const { rows } = await sql<{ isReturning: boolean }>`
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
    select ${audit}, exists (select from web_user where id = ${session.web_user_id}::bigint and signed_in_at is not null)
      as "isReturning"
    from (select count(*) from ended) as before, opened
  `.execute(db)
  return rows[0] ?? null
}
