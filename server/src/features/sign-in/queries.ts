import type { AccountNumber } from '@portal/contract/ids'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { SessionTables } from '../../database/tables/sessions.ts'
import { digestOf } from '../../foundation/sessions/session.ts'

/** What a customer's sign-in writes. */
export interface SignInToWrite {
  /** Of the customer session the browser held before, which ends; or null. */
  oldToken: string | null
  session: Insertable<SessionTables['session']>
  /** The accounts opened to the new session, each named once. */
  accounts: readonly AccountNumber[]
  /** The expression that writes the audit log. */
  audit: RawBuilder<unknown>
}

/**
 * Writes a customer's sign-in: the new session instead of the old one, when they signed in last, and the audit log; their
 * wrong passwords before are forgiven. One statement is one round trip and one transaction. The audit log comes last,
 * because it reads what the other parts return.
 */
export async function replaceSession(db: Db, { oldToken, session, accounts, audit }: SignInToWrite): Promise<void> {
  const now = session.created_at
  await sql`
    with ended as (
      delete from session where token_sha256 = ${oldToken === null ? null : digestOf(oldToken)}::bytea and kind = 'customer'
      returning id
    ), opened as (
      insert into session (token_sha256, kind, created_at, last_seen_at, expires_at, web_user_id, device,
        client_address)
      values (${session.token_sha256}, ${session.kind}, ${now}, ${session.last_seen_at}, ${session.expires_at},
        ${session.web_user_id}, ${session.device}, ${session.client_address})
      returning id
    ), accounts as (
      insert into session_account (session_id, account_id, opened_at)
      select opened.id, unnest(${[...accounts]}::text[]), ${now}::timestamptz from opened
    ), marked as (
      update web_user set signed_in_at = ${now}, wrong_passwords = 0 where id = ${session.web_user_id}::bigint returning id
    )
    select ${audit} from (select count(*) from ended) as before, opened, marked
  `.execute(db)
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
