import type { Instant } from '@portal/contract/dates'
import type { Db, Tx } from '../../database/connect.ts'
import type { Work } from '../../foundation/work/loop.ts'
import type { Engine } from '../engine.ts'
import { usableMethod } from '../planned/methods.ts'
import type { LockedAgreement } from '../planned/standing.ts'
import { restAt } from '../schedule.ts'
import { agreementEmail } from './emails.ts'
import { type ChangedBy, byPortal, moveAgreement } from './moves.ts'
import { planAgain } from './plan-again.ts'

/**
 * Only staff takes back a pause by staff, and no other one; nobody with a card that can't be charged. What waits is
 * noticed again before it is charged.
 */
export async function resumeAgreement(engine: Engine, id: number, by: ChangedBy): Promise<boolean> {
  const { kind } = by.actor
  return await resume(engine, id, by, (reason) => kind === 'system' || (reason === 'staff') === (kind === 'admin'))
}

async function resume(
  engine: Engine,
  id: number,
  by: ChangedBy,
  isFor: (reason: string | null) => boolean,
): Promise<boolean> {
  const mayLeave = async ({ reason, webUserId, savedCardId }: LockedAgreement, tx: Tx) =>
    isFor(reason) && webUserId !== null && (await usableMethod(engine, tx, webUserId, savedCardId)) !== null
  return await moveAgreement(engine, id, { to: 'ACTIVE', reason: null, by, mayLeave }, async (tx, account, at) => {
    await planAgain(engine, tx, id, 'resumed')
    await closeFailed(tx, id, at)
    return (about) => (about ? [agreementEmail(about, 'resumed', `${id}-${at}`, account)] : [])
  })
}

/** What failed before no longer waits for a person. */
export async function closeFailed(tx: Tx, id: number, at: Instant): Promise<void> {
  await tx
    .updateTable('planned_charge')
    .set({ seen_at: at })
    .where('agreement_id', '=', id)
    .where('state', '=', 'FAILED')
    .where('seen_at', 'is', null)
    .execute()
}

const batch = 100

/** Resumes agreements whose customer has confirmed the card with the bank, by a payment on the page. */
export function resumeWork(engine: Engine): Work {
  return {
    name: 'autopay-resumes',
    restMilliseconds: 12 * restAt(engine.pace),
    fullBatch: batch,
    async run() {
      const confirmed = await confirmedAgreements(engine.db, batch)
      for (const id of confirmed) {
        const isResumed = await resume(engine, id, byPortal, (reason) => reason === 'payer_asked')
        if (!isResumed) await forgetConfirmed(engine.db, id)
      }
      return confirmed.length
    },
  }
}

/** Agreements to resume, the oldest first. */
async function confirmedAgreements(db: Db, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('autopay_agreement')
    .select('id')
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** It is paused for something else by now, or not at all. */
async function forgetConfirmed(db: Db, id: number): Promise<void> {
  await db.updateTable('autopay_agreement').set({ confirmed_at: null }).where('id', '=', id).execute()
}
