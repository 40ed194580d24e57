import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import type { NotificationKind } from '@portal/contract/notifications'
import type { Tx } from '../../database/connect.ts'
import type { PlannedState } from '../../database/tables/autopay.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { insertOwnNotifications } from '../../messages/outbox/queue-notification.ts'
import type { NewEmail } from '../../wording/customer-email.ts'
import { yearAfter } from '../agreements/moves.ts'
import type { Engine } from '../engine.ts'
import { causes } from '../notify.ts'
import type { PlannedCharge } from '../planned/charge.ts'
import { type PlannedChange, movePlanned } from '../planned/moves.ts'
import { lockAgreement } from '../planned/standing.ts'

/**
 * Moves a charge, or has it wait, with the emails and texts about it, in one transaction; `mailedWords` is the agreement whose
 * words are among them. Nothing when others have it by now.
 */
export async function moveCharge(
  engine: Engine,
  charge: PlannedCharge,
  to: PlannedState,
  { emails = [], notification, mailedWords, ...change }: PlannedChange & ChargeMessages,
): Promise<boolean> {
  const at = engine.clock.now()
  const moved = await engine.db.transaction().execute(async (tx) => {
    if (mailedWords) await lockAgreement(tx, mailedWords.id)
    const why = change.reason ?? change.held_for ?? null
    const isChange = to !== charge.state || why !== charge.heldFor
    if (!(await movePlanned(tx, charge, to, change, isChange ? { why } : null, at))) return false
    for (const email of emails) await queueEmail(tx, email, at)
    if (notification) await notifyOwner(tx, charge, notification, at)
    if (mailedWords) {
      await tx
        .updateTable('autopay_agreement')
        .set({ mailed_version: mailedWords.version, mail_at: yearAfter(at) })
        .where('id', '=', mailedWords.id)
        .execute()
    }
    return true
  })
  if (moved && emails.length > 0) engine.wake(emailWork)
  return moved
}

interface ChargeMessages {
  emails?: readonly NewEmail[]
  notification?: ChargeNotification
  mailedWords?: { id: number; version: string }
}

interface ChargeNotification {
  kind: 'chargeUpcoming' | 'chargeFailed' | 'autopayPaused'
  /** What sets it apart from others of the kind about this charge. */
  nth: number
  amount?: Cents | null
  on: CalendarDate
  /** Not who hears of it by this kind. */
  unless?: NotificationKind
}

/** By text, where they chose it: the email is always sent. */
export async function notifyOwner(
  tx: Tx,
  { id, accountId, webUserId }: PlannedCharge,
  { kind, nth, amount, on, unless }: ChargeNotification,
  at: Instant,
): Promise<void> {
  if (webUserId === null) return
  const facts = { on, ...(amount ? { amount } : {}) }
  const own = { accountId, webUserId, cause: `${causes.charge}${id}-${nth}`, facts }
  await insertOwnNotifications(kind, own, at, unless).execute(tx)
}
