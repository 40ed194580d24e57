import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { CalendarDate, daysAfter } from '@portal/contract/dates'
import { ledgerBilling } from '@portal/server/adapters/billing-system/ledger/ledger.ts'
import { systemClock } from '@portal/server/clock.ts'
import { scanWork } from '@portal/server/messages/notifications/find.ts'
import { sources } from '@portal/server/payments/notify.ts'
import { readProfile } from '@portal/server/settings/profile.ts'
import { pino } from 'pino'
import { writeDemoExtract } from '../demo/write-demo-extract.ts'
import type { World } from '../world/start-world.ts'
import { withClient } from './frame/fill.ts'
import { inTurns, took } from './frame/measures.ts'
import { type Bench, type Row, compared } from './frame/run.ts'
import { importInProcess } from './import.bench.ts'
import { wantToHear } from './notifications.bench.ts'

const accounts = 5000
const rounds = 3

/**
 * Rows per second of an import and of finding what it brought to tell, of a quarter of the customers. Compared with the
 * import alone.
 */
export const importEvents: Bench = { name: 'Import with events', world: {}, measure }

async function measure({ folder, database }: World): Promise<Row[]> {
  const { db, pool, url } = database
  let imports = 0
  const importNext = async () => {
    const extract = join(folder, 'extract')
    const asOf = daysAfter(CalendarDate.parse('2026-06-30'), imports++)
    await writeDemoExtract({ accounts, seed: 1, asOf }, createWriteStream(extract))
    return await importInProcess(url, extract)
  }
  await importNext()
  await withClient(pool, async (client) => {
    await client.query(
      `insert into web_user (person_id, username, password_hash, security_question_id, security_answer_hash, created_at,
         password_changed_at, question_changed_at)
       select person_id, 'customer' || person_id, '', 1, '', now(), now(), now() from cis.person
       where hashtext(person_id) % 4 = 0`,
    )
    await wantToHear(client)
  })
  const billing = ledgerBilling(db, 'GWA')
  const log = pino({ level: 'silent' })
  const scan = scanWork({ db, billing, clock: systemClock, profile: readProfile(), log, sources })
  const find = async (): Promise<void> => {
    while ((await scan.run(new AbortController().signal)) > 0);
  }
  await find()
  const withEvents = async (): Promise<number> => {
    await pool.query('truncate notification, notification_run, notification_scan')
    const { rows, seconds } = await importNext()
    return rows / (seconds + (await took(find)) / 1000)
  }
  const alone = async (): Promise<number> => {
    const { rows, seconds } = await importNext()
    return rows / seconds
  }
  const perSecond = await inTurns(rounds, withEvents, alone)
  const found = await pool.query('select from notification')
  return [
    compared(`import and ${found.rowCount} bills found to tell ÷ the import alone`, perSecond, 'rows/s', {
      atLeast: 0.9,
    }),
  ]
}
