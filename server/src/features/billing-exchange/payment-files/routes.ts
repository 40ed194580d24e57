import { Readable } from 'node:stream'
import { cents, decimalCents } from '@portal/contract/money'
import {
  type ListedPaymentFile,
  downloadPaymentFile,
  listPaymentFiles,
  listPaymentsToReverse,
  markPaymentFileLoaded,
  markPaymentFileNotLoaded,
  markReversed,
  paymentFilesPageSize,
} from '@portal/contract/payment-files'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../database/connect.ts'
import type { Deps } from '../../../deps.ts'
import { actorOf, recordAudit } from '../../../foundation/audit.ts'
import { adminRoute, downloadRoute } from '../../../http/route.ts'
import { refuse } from '../../../refusal.ts'
import { paymentFileName, paymentFileOf } from '../export/export-payments.ts'
import { tellOfFile } from './move-file.ts'
import { paymentsToReverse, reverseByHand, reversesByHand } from './to-reverse.ts'

/** Files of payments for the billing system, for finance. */
export function paymentFileRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'profile'>): void {
  const { db, clock, profile } = deps
  adminRoute(app, listPaymentFiles, async ({ query }) => {
    const files = await selectFiles(db, query.before)
    return { files: files.slice(0, paymentFilesPageSize), hasMore: files.length > paymentFilesPageSize }
  })
  downloadRoute(app, downloadPaymentFile, async (request) => {
    const { id } = request.params
    const isThere = await writtenFiles(db).where('id', '=', id).executeTakeFirst()
    if (!isThere) throw refuse(downloadPaymentFile, 'payment-file-not-found')
    const { name, text, totals } = await paymentFileOf(db, id)
    const subject = `payment file ${totals.transmitId}`
    const event = { actor: actorOf(request.session), action: 'payment-file-downloaded', subject } as const
    await recordAudit(db, event, request, clock.now())
    return { fileName: name, content: Readable.from([text]) }
  })
  adminRoute(app, markPaymentFileLoaded, async (request) => {
    await tellOfFile(deps, request.session, request.params.id, 'LOADED', request)
    return { loaded: true as const }
  })
  adminRoute(app, markPaymentFileNotLoaded, async (request) => {
    await tellOfFile(deps, request.session, request.params.id, 'NOT_LOADED', request)
    return { loaded: false as const }
  })
  adminRoute(app, listPaymentsToReverse, async ({ query }) =>
    reversesByHand(profile.paymentFile) ? await paymentsToReverse(db, query.after) : { payments: [], hasMore: false },
  )
  adminRoute(app, markReversed, async (request) => {
    await reverseByHand(deps, request.session, request.body.ids, request)
    return { reversed: true as const }
  })
}

/** Those completely on disk. */
const writtenFiles = (db: Db) =>
  db
    .selectFrom('cis.payment_export')
    .select(['id', 'transmit_id', 'layout', 'made_on', 'pay_date', 'method', 'written_at', 'state', 'loaded_at'])
    .select(['loaded_by', 'payment_count', 'total_cents', 'cancellation_count', 'cancelled_cents'])
    .where('written_at', 'is not', null)
    .$narrowType<{ written_at: NonNullable<ListedPaymentFile['writtenAt']> }>()

/** The newest first. */
async function selectFiles(db: Db, before: number | undefined): Promise<ListedPaymentFile[]> {
  const rows = await writtenFiles(db)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(paymentFilesPageSize + 1)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: paymentFileName(row),
    writtenAt: row.written_at,
    payDate: row.pay_date,
    method: row.method,
    count: row.payment_count + row.cancellation_count,
    sum: decimalCents(cents(row.total_cents - row.cancelled_cents)),
    state: row.state,
    loaded: row.loaded_at === null ? null : { at: row.loaded_at, by: row.loaded_by },
  }))
}
