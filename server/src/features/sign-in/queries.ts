import type { AccountNumber } from '@portal/contract/ids'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import { holdsAccount } from '../../database/holds-account.ts'
import type { SessionTables } from '../../database/tables/sessions.ts'
import { digestOf } from '../../foundation/sessions/session.ts'

/** What a customer's sign-in writes. */
interface SignInToWrite {
  /** Of the customer session the browser held before, which ends; or null. */
  oldToken: string | null
  session: Insertable<SessionTables['session']>
  /** The accounts to open to the new session, each named once. */
  accounts: readonly AccountNumber[]
  /** The hash the given password was right for. */
  passwordHash: string
  /** The expression that writes the audit log. */
  audit: RawBuilder<unknown>
}

/**
 * Writes a customer's sign-in in one statement, and so in one round trip and one transaction: it replaces the old
 * session, notes the time, forgives earlier wrong passwords, and adds to the audit log. It opens nothing when the
 * password was changed or locked after it was compared; whoever changes it later finds the session and ends it. It opens
 * no account that an import has given to somebody else since the accounts were read; an import that comes later finds the
 * session and closes it. The audit log comes last, because it reads what the other parts return.
 * @returns whether the session was opened
 */
export async function replaceSession(db: Db, toWrite: SignInToWrite): Promise<boolean> {
  const { oldToken, session, accounts, passwordHash, audit } = toWrite
  const now = session.created_at
  const { rows } = await sql`
    with marked as (
      update web_user set signed_in_at = ${now}, wrong_passwords = 0
      where id = ${session.web_user_id}::bigint and password_hash = ${passwordHash} and locked_at is null
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

/** Locks a customer's password for this transaction. @returns whether it is still the one with this hash. */
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
