import type pg from 'pg'
import { RefusedExtract } from './read-lines.ts'
import type { FinishedRun } from './runs.ts'
import { incomingSchema as incoming } from './staging.ts'

/** In one import. More holders do not move in a night; rather, files have another column than before. */
const most = { accounts: 20, percent: 3 }

/** Keeps them for the swap in a temporary table. @returns how many accounts have a new holder */
export async function findNewHolders(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ isOfFiles: boolean }>(
    `select to_regclass('${incoming}.holder') is not null as "isOfFiles"`,
  )
  const [foundBy, ofFile] =
    rows[0]?.isOfFiles === true
      ? [`split_part(file.holder, ' ', 1)`, `join ${incoming}.holder file on file.account = link.account_id`]
      : [`'person'`, '']
  await client.query('drop table if exists new_holder')
  const { rowCount } = await client.query(
    `create temporary table new_holder as
     select link.account_id, before.person_id as old_person_id, link.person_id as new_person_id,
       old.full_name as old_name, new.full_name as new_name, ${foundBy} as found_by
     from ${incoming}.account_person link ${ofFile}
     join cis.account_person before on before.account_id = link.account_id and before.is_main
       and before.person_id <> link.person_id
     join cis.person old on old.person_id = before.person_id
     join ${incoming}.person new on new.person_id = link.person_id
     where link.is_main and not exists (
       -- The same person after all: the number that comes back is no new holder.
       select from cis.new_holder undone
       where undone.account_id = link.account_id and undone_at is not null
         and undone.old_person_id = link.person_id and undone.new_person_id = before.person_id)`,
  )
  return rowCount ?? 0
}

/** @throws RefusedExtract */
export function refuseManyNewHolders(count: number, accounts: number): void {
  if (count > most.accounts && count * 100 > accounts * most.percent)
    throw new RefusedExtract(
      `${count} of ${accounts} accounts have a new holder, whose old login would lose the account. Compare the columns that tell holders apart with those of the file before. Use --force to import it anyway`,
    )
}

/** With what the old holders planned, which ends at the next look; within the transaction of the swap. */
export async function keepNewHolders(client: pg.Client, { id, finishedAt }: FinishedRun): Promise<void> {
  await client.query(
    `insert into cis.new_holder (import_id, account_id, old_person_id, new_person_id, old_name, new_name, found_by)
     select $1, account_id, old_person_id, new_person_id, old_name, new_name, found_by from pg_temp.new_holder
     order by account_id`,
    [id],
  )
  await client.query(
    `update planned_charge set next_step_at = $1, lease_until = null, epoch = epoch + 1
     where account_id in (select account_id from pg_temp.new_holder) and state in ('PLANNED', 'NOTIFIED', 'DECLINED')
       and next_step_at > $1`,
    [finishedAt],
  )
}
