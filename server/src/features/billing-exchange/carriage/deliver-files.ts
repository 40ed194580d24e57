import { type Instant, later } from '@portal/contract/dates'
import type { FileExchange } from '../../../adapters/file-exchange/port.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../database/connect.ts'
import { paymentFileName, paymentFileOf } from '../export/export-payments.ts'
import { setDelivered, setLoaded } from '../payment-files/move-file.ts'

interface DeliverOptions {
  db: Db
  clock: Clock
  exchange: FileExchange
  /** Over there. */
  folder: string
  /** To which the billing system moves what it has loaded. */
  loadedFolder: string | undefined
  /** Also files that were written more than a week ago. */
  old: boolean
}

interface Delivered {
  delivered: string[]
  loaded: string[]
  /** Too old: somebody may have carried them by hand. */
  leftOut: string[]
}

/** At most so many are asked for at once; a file a night. */
const most = 500
const week = 7 * 86_400_000

/**
 * Payment files that the billing system does not have, each once: a file lies there whole under another name before it
 * is recorded that it is about to get its own. So after a crash, the name that is there says whether it was delivered.
 * @throws ExchangeFailed
 */
export async function deliverFiles(options: DeliverOptions): Promise<Delivered> {
  const { db, clock, exchange, folder, loadedFolder } = options
  const there = new Set((await exchange.list(folder)).map(({ name }) => name))
  const taken = loadedFolder === undefined ? [] : (await exchange.list(loadedFolder)).map(({ name }) => name)
  const result: Delivered = { delivered: [], loaded: [], leftOut: [] }
  for (const row of await filesIn(db, 'WRITTEN')) {
    const name = paymentFileName(row)
    const isOld = row.written_at === null || row.written_at < later(clock.now(), -week)
    if (isOld && !options.old && row.delivering_at === null) {
      result.leftOut.push(name)
      continue
    }
    const unfinished = `${name}.part`
    const isThere = there.has(name) || taken.some((each) => isOf(each, name))
    if (!isThere && (row.delivering_at === null || there.has(unfinished))) {
      await exchange.write(`${folder}/${unfinished}`, (await paymentFileOf(db, row.id)).text)
      await noteDelivering(db, row.id, clock.now())
      await exchange.rename(`${folder}/${unfinished}`, `${folder}/${name}`)
    }
    await setDelivered(db, row.id, clock.now())
    result.delivered.push(name)
  }
  for (const row of await filesIn(db, 'DELIVERED')) {
    const name = paymentFileName(row)
    if (row.not_loaded_at !== null || !taken.some((each) => isOf(each, name))) continue
    await setLoaded(db, row.id, clock.now(), null)
    result.loaded.push(name)
  }
  return result
}

/** Systems add a date, or another ending. A name of ours has a number that no other file has. */
function isOf(moved: string, name: string): boolean {
  return moved.toLowerCase().includes(name.replace(/\.[^.]*$/, '').toLowerCase())
}

/** Of those to deliver, none that the billing system has anyway, and the oldest first. */
async function filesIn(db: Db, state: 'WRITTEN' | 'DELIVERED') {
  const isToDeliver = state === 'WRITTEN'
  return await db
    .selectFrom('cis.payment_export as file')
    .select(['id', 'transmit_id', 'layout', 'made_on', 'pay_date', 'method', 'written_at', 'delivering_at'])
    .select(['not_loaded_at', 'payment_count', 'total_cents', 'cancellation_count', 'cancelled_cents'])
    .where('state', '=', state)
    .where('written_at', 'is not', null)
    .$if(isToDeliver, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('cis.portal_payment')
              .select('payment_number')
              .whereRef('export_id', '=', 'file.id')
              .where('contained_in_import', 'is not', null),
          ),
        ),
      ),
    )
    .orderBy('id', isToDeliver ? 'asc' : 'desc')
    .limit(most)
    .execute()
}

async function noteDelivering(db: Db, id: number, at: Instant): Promise<void> {
  await db.updateTable('cis.payment_export').set({ delivering_at: at }).where('id', '=', id).execute()
}
