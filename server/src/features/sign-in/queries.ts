import type { AccountNumber } from '@portal/contract/ids'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { holdsAccount } from '../../database/holds-account.ts'
import type { SessionTables } from '../../database/tables/sessions.ts'
import { digestOf } from '../../foundation/sessions/session.ts'

/** What a customer's sign-in writes. */
interface SignInToWrite {
  /** The token of the customer session that the browser had before, which ends; or null. */
  oldToken: string | null
  session: Insertable<SessionTables['session']>
  /** The accounts to open to the new session, without repetitions. */
  accounts: readonly AccountNumber[]
  /** The hash that the given password matched. */
  passwordHash: string
  /** The browser is known for this customer: neither a lock nor the count of other browsers concerns it. */
  isKnown: boolean
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
export async function replaceSession(db: Db, toWrite: SignInToWrite): Promise<boolean> {
  const { oldToken, session, accounts, passwordHash, isKnown, audit } = toWrite
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
      where ${sql.raw(holdsAccount('marked.person_id', 'found.account_id'))}
    )
    select ${audit} from (select count(*) from ended) as before, opened
  `.execute(db)
  return rows.length > 0
}

/**
 * Locks a customer's password for this transaction.
 * @returns whether its hash is still this one.
 */
export async function holdPassword(tx: Tx, webUserId: number, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('web_user')
    .select('id')
    .where('id', '=', webUserId)
    .where('password_hash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}
