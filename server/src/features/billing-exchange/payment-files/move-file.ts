import type { Containment } from '@portal/contract/billing-data'
import type { Instant } from '@portal/contract/dates'
import {
  markPaymentFileLoaded,
  markPaymentFileNotLoaded,
  paymentFileMoves,
  paymentFileStateNames,
} from '@portal/contract/payment-files'
import { sql } from 'kysely'
import type { AdminCaller } from '../../../caller.ts'
import type { Db } from '../../../database/connect.ts'
import type { Deps } from '../../../deps.ts'
import { type AuditOrigin, actorOf, recordAudit } from '../../../foundation/audit.ts'
import { statesBefore } from '../../../payments/states.ts'
import { refuse } from '../../../refusal.ts'

/** What a person says of a file. */
const told = {
  LOADED: {
    action: 'payment-file-loaded',
    refusal: (isThere: boolean) => refuse(markPaymentFileLoaded, isThere ? 'already-loaded' : 'payment-file-not-found'),
  },
  NOT_LOADED: {
    action: 'payment-file-not-loaded',
    refusal: (isThere: boolean) => refuse(markPaymentFileNotLoaded, isThere ? 'not-loaded' : 'payment-file-not-found'),
  },
} as const

/** A person says whether the billing system has loaded and posted a file. @throws Refusal */
export async function tellOfFile(
  { db, clock, profile }: Pick<Deps, 'db' | 'clock' | 'profile'>,
  caller: AdminCaller,
  id: number,
  what: keyof typeof told,
  origin: AuditOrigin,
): Promise<void> {
  const now = clock.now()
  const { action, refusal } = told[what]
  await db.transaction().execute(async (tx) => {
    const name =
      what === 'LOADED'
        ? await setLoaded(tx, id, now, caller.username)
        : await takeBackLoaded(tx, id, now, profile.containment)
    if (name === undefined) throw refusal(await isWritten(tx, id))
    await recordAudit(tx, { actor: actorOf(caller), action, subject: `payment file ${name}` }, origin, now)
  })
}

async function isWritten(db: Db, id: number): Promise<boolean> {
  const written = db.selectFrom('cis.payment_export').where('id', '=', id).where('written_at', 'is not', null)
  return (await written.select('id').executeTakeFirst()) !== undefined
}

/** @param by null when the billing system moved it @returns its transmit id, or undefined when it may not */
export async function setLoaded(db: Db, id: number, at: Instant, by: string | null): Promise<string | undefined> {
  return await moved(db, id, 'LOADED', { loaded_at: at, loaded_by: by })
}

/** Under its own name, where the billing system looks for it. */
export async function setDelivered(db: Db, id: number, at: Instant): Promise<void> {
  await moved(db, id, 'DELIVERED', { delivered_at: at })
}

async function moved(
  db: Db,
  id: number,
  state: 'LOADED' | 'DELIVERED',
  values: { delivered_at: Instant } | { loaded_at: Instant; loaded_by: string | null },
): Promise<string | undefined> {
  const row = await db
    .updateTable('cis.payment_export')
    .set({ ...values, state })
    .where('id', '=', id)
    .where('written_at', 'is not', null)
    .where('state', 'in', statesBefore(paymentFileMoves, paymentFileStateNames, state))
    // Only a person takes back that a file is loaded.
    .where('state', '<>', 'LOADED')
    .returning('transmit_id')
    .executeTakeFirst()
  return row?.transmit_id
}

/**
 * Unless an import shows that its payments are in the billing system. Where only the mark said so, they count as paid here
 * again: else the debt would show, and AutoPay would charge it twice.
 */
async function takeBackLoaded(db: Db, id: number, at: Instant, containment: Containment): Promise<string | undefined> {
  if (containment === 'loadedFile')
    for (const table of ['cis.portal_payment', 'cis.payment_cancellation'] as const)
      await db.updateTable(table).set({ contained_in_import: null }).where('export_id', '=', id).execute()
  const row = await db
    .updateTable('cis.payment_export')
    .set({
      state: sql`case when delivered_at is null then 'WRITTEN' else 'DELIVERED' end`,
      loaded_at: null,
      loaded_by: null,
      not_loaded_at: at,
    })
    .where('id', '=', id)
    .where('state', '=', 'LOADED')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cis.portal_payment')
            .select('payment_number')
            .where('export_id', '=', id)
            .where('contained_in_import', 'is not', null),
        ),
      ),
    )
    .returning('transmit_id')
    .executeTakeFirst()
  return row?.transmit_id
}
