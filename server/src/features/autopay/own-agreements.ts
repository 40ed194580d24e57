import type { readAgreed } from '@portal/contract/autopay'
import type { ReplyOf } from '@portal/contract/call'
import type { AccountNumber } from '@portal/contract/ids'
import { type SqlBool, sql } from 'kysely'
import type { CustomerCaller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import type { AgreementState } from '../../database/tables/autopay.ts'

interface OwnAgreement {
  id: number
  accountId: AccountNumber
  state: AgreementState
  reason: string | null
}

/** Null for another customer's. */
export async function findOwn(db: Db, { webUserId }: CustomerCaller, id: number): Promise<OwnAgreement | null> {
  const row = await db
    .selectFrom('autopay_agreement')
    .select(['id', 'account_id as accountId', 'state', 'reason'])
    .where('id', '=', id)
    .where('web_user_id', '=', webUserId)
    .executeTakeFirst()
  return row ?? null
}

/** Whether these very words are in force, by this customer. */
export async function isAccepted(
  db: Db,
  { webUserId }: CustomerCaller,
  accountId: AccountNumber,
  sha256: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('autopay_agreement')
    .select('id')
    .where('account_id', '=', accountId)
    .where(sql<SqlBool>`state <> 'ENDED'`)
    .where('web_user_id', '=', webUserId)
    .where('words_sha256', '=', sha256)
    .executeTakeFirst()
  return row !== undefined
}

/** As accepted, also after the end. */
export async function readOwnWords(
  db: Db,
  { webUserId }: CustomerCaller,
  id: number,
): Promise<ReplyOf<typeof readAgreed> | null> {
  const row = await db
    .selectFrom('autopay_agreement as agreement')
    .innerJoin('autopay_words as accepted', 'accepted.sha256', 'agreement.words_sha256')
    .select(['accepted.version', 'accepted.words', 'agreement.accepted_at as acceptedAt'])
    .where('agreement.id', '=', id)
    .where('agreement.web_user_id', '=', webUserId)
    .executeTakeFirst()
  return row ?? null
}
