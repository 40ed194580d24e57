import { type NewHolder, listNewHolders, newHoldersPageSize, undoNewHolder } from '@portal/contract/new-holders'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AdminCaller } from '../../caller.ts'
import type { Db } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../foundation/audit.ts'
import { adminRoute } from '../../http/route.ts'
import { refuse } from '../../refusal.ts'

/** Accounts with a new holder since an import, for staff who look after imports. */
export function newHolderRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock'>): void {
  adminRoute(app, listNewHolders, async ({ query }) => await listHolders(deps.db, query.before))
  adminRoute(app, undoNewHolder, async (request) => {
    await undo(deps, request.session, request.params.id, request)
    return { undone: true as const }
  })
}

async function listHolders(db: Db, before: number | undefined): Promise<{ holders: NewHolder[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('cis.new_holder as holder')
    .innerJoin('cis.import_run as run', 'run.id', 'import_id')
    .select(['holder.id', 'run.as_of as asOf', 'account_id as accountId', 'old_name as oldName', 'new_name as newName'])
    .select(['found_by as foundBy', sql<boolean>`undone_at is not null`.as('isSamePerson')])
    .$if(before !== undefined, (query) => query.where('holder.id', '<', before ?? 0))
    .orderBy('holder.id', 'desc')
    .limit(newHoldersPageSize + 1)
    .$narrowType<{ asOf: NewHolder['asOf'] }>()
    .execute()
  return { holders: rows.slice(0, newHoldersPageSize), hasMore: rows.length > newHoldersPageSize }
}

/** The next import gives the holder the old number again. @throws Refusal */
async function undo(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: AdminCaller,
  id: number,
  origin: AuditOrigin,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const undone = await tx
      .updateTable('cis.new_holder')
      .set({ undone_at: now, undone_by: caller.username })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .returning(['account_id', 'old_person_id', 'new_person_id', 'found_by', 'old_name', 'new_name'])
      .executeTakeFirst()
    if (!undone) throw refuse(undoNewHolder, 'already-undone')
    if (undone.found_by === 'person') throw refuse(undoNewHolder, 'of-extract')
    const { account_id: account } = undone
    await tx
      .updateTable('cis.holder_number')
      .set({ number: Number(undone.old_person_id) })
      .where('account_id', '=', account)
      .where('number', '=', Number(undone.new_person_id))
      .execute()
    const event = {
      actor: actorOf(caller),
      action: 'new-holder-undone',
      subject: account,
      after: { person: undone.old_person_id, instead: undone.new_person_id },
    } as const
    await recordAudit(tx, event, origin, now)
  })
}
