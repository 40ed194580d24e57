import { type BankAccount, methodName } from '@portal/contract/bank-accounts'
import { type Instant, later } from '@portal/contract/dates'
import { mostSavedMethods } from '@portal/contract/saved-methods'
import type { KeptMethod, SetupRead } from '../../adapters/payment-gateway/port-saved-methods.ts'
import type { Tx } from '../../database/connect.ts'
import { type Actor, type AuditOrigin, recordAudit } from '../../foundation/audit.ts'
import { profileFor } from '../../messages/language.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { detachmentWork } from './change-method.ts'
import { cardEmail, verifyEmail } from './emails.ts'
import {
  type KeptFor,
  type Keeping,
  chooseDefault,
  columnsOf,
  detachLater,
  lockMethodsOf,
  paidWithOf,
} from './methods.ts'

/** A card or bank account on its way to be saved. */
export interface Saving {
  id: number
  keptFor: KeptFor
  webUserId: number
  savedBy: string
  name: string
}

/** `waits`: nobody knows yet, or the payer confirms it; work goes on with it. `ended`: it was ended before. */
export type Saved =
  | { outcome: 'saved'; cardId: number }
  | { outcome: 'awaitsPayer'; secret: string }
  | Verifying
  | { outcome: 'refused'; reason: Extract<SetupRead, { outcome: 'refused' }>['reason'] }
  | { outcome: 'tooMany' | 'waits' | 'ended' }

type Verifying = Extract<SetupRead, { outcome: 'verifying' }>

/** While a page may still go on with it itself, in milliseconds. */
const leftToPage = 2 * 60_000

/** Recorded before the gateway hears of it, so that work can go on with it when this process ends. */
export async function openSaving(engine: Keeping, saving: Omit<Saving, 'id'>): Promise<Saving> {
  const now = engine.clock.now()
  const { id } = await engine.db
    .insertInto('card_saving')
    .values({
      gateway_customer_id: saving.keptFor.id,
      name: saving.name,
      saved_by: saving.savedBy,
      begun_at: now,
      next_try_at: later(now, leftToPage),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...saving, id }
}

/** One try to have the bank agree. `recipient`: who reads that it was saved; null without an address. */
export async function saveMethod(
  engine: Keeping,
  saving: Saving,
  { token, isBankAccount, ...told }: { token: string; isBankAccount: boolean } & Told,
): Promise<Saved> {
  const read = await engine.savedMethods.save({
    key: engine.newReference(),
    customer: saving.keptFor.customer,
    token,
    isBankAccount,
    named: async (setup) => await nameSetup(engine, saving.id, setup),
  })
  return await settleSaving(engine, saving, read, told)
}

/** False when it was given up meanwhile: then the setup must not be confirmed. */
async function nameSetup(engine: Keeping, id: number, setup: string): Promise<boolean> {
  const named = await engine.db
    .updateTable('card_saving')
    .set({ setup })
    .where('id', '=', id)
    .where('setup', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return named !== undefined
}

interface Told {
  recipient: string | null
  origin: AuditOrigin
}

/** Records what became of it, once. */
export async function settleSaving(engine: Keeping, saving: Saving, read: SetupRead, told: Told): Promise<Saved> {
  switch (read.outcome) {
    case 'saved':
      return await record(engine, saving, read.card, told)
    case 'verifying':
      return await awaitDeposits(engine, saving, read, told)
    case 'refused':
      await refuseSaving(engine, saving, told)
      return read
    case 'awaitsPayer':
      return read
    case 'unavailable':
      engine.monitoring.cardUnclear(read.reason)
      return { outcome: 'waits' }
  }
}

/** How often a setup is read whose holder has ten days for it. */
const verifyingRest = 60 * 60_000

/** Its holder is told once. */
async function awaitDeposits(engine: Keeping, saving: Saving, read: Verifying, told: Told): Promise<Saved> {
  const { bankAccount, deposits } = read
  const now = engine.clock.now()
  await engine.db.transaction().execute(async (tx) => {
    const waiting = tx.updateTable('card_saving').where('id', '=', saving.id).where('ended_at', 'is', null)
    await waiting.set({ lease_until: null, next_try_at: later(now, verifyingRest * engine.pace) }).execute()
    const first = await waiting
      .set({
        bank_name: bankAccount.bankName,
        bank_account_type: bankAccount.accountType,
        last_four: bankAccount.lastFour,
        deposits_arrive_at: deposits.arriveOn,
        deposit_kind: deposits.kind,
      })
      .where('deposit_kind', 'is', null)
      .executeTakeFirst()
    if (first.numUpdatedRows === 0n || !told.recipient) return
    const method = { brand: null, bankAccount, lastFour: bankAccount.lastFour }
    const profile = await profileFor(tx, engine.profile, { webUserId: saving.webUserId })
    const about = { recipient: told.recipient, method, now, deposits }
    await queueEmail(tx, verifyEmail({ profile, publicUrl: engine.publicUrl }, about), now)
  })
  engine.wake(emailWork)
  return read
}

/** Who was told to verify a bank account hears that it was not saved. */
async function refuseSaving(engine: Keeping, saving: Saving, { recipient }: Told): Promise<void> {
  const now = engine.clock.now()
  await engine.db.transaction().execute(async (tx) => {
    const ended = await endSaving(tx, saving.id, now)
    if (!ended?.bankAccount || !recipient) return
    const method = { brand: null, bankAccount: ended.bankAccount, lastFour: ended.bankAccount.lastFour }
    const profile = await profileFor(tx, engine.profile, { webUserId: saving.webUserId })
    await queueEmail(tx, cardEmail(profile, 'bank-not-saved', { recipient, method, now }), now)
  })
  engine.wake(emailWork)
}

async function record(engine: Keeping, saving: Saving, card: KeptMethod, told: Told): Promise<Saved> {
  const saved = await engine.db.transaction().execute(async (tx): Promise<Saved> => {
    const now = engine.clock.now()
    await lockMethodsOf(tx, saving.keptFor.id)
    const ended = await endSaving(tx, saving.id, now)
    if (!ended) return { outcome: 'ended' }
    const cardId = await putCard(tx, saving, card, ended.setup, now)
    if (cardId === null) {
      await detachLater(tx, { method: card.method, keptFor: saving.keptFor.id }, now)
      return { outcome: 'tooMany' }
    }
    await tx.updateTable('card_saving').set({ saved_card_id: cardId }).where('id', '=', saving.id).execute()
    const method = paidWithOf(card)
    if (told.recipient) {
      const about = { recipient: told.recipient, method, now }
      const profile = await profileFor(tx, engine.profile, { webUserId: saving.webUserId })
      await queueEmail(tx, cardEmail(profile, 'card-added', about), now)
    }
    const actor: Actor = { kind: 'customer', id: saving.webUserId, name: saving.savedBy }
    await recordAudit(tx, { actor, action: 'card-added', subject: methodName(method) }, told.origin, now)
    return { outcome: 'saved', cardId }
  })
  engine.wake(detachmentWork)
  engine.wake(emailWork)
  return saved
}

/** Null when it had ended before. */
export async function endSaving(
  tx: Tx,
  id: number,
  now: Instant,
): Promise<{ setup: string; bankAccount: BankAccount | null } | null> {
  const ended = await tx
    .updateTable('card_saving')
    .set({ ended_at: now, next_try_at: null, lease_until: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['setup', 'attempt_id', 'bank_name as bankName', 'bank_account_type as accountType'])
    .returning('last_four as lastFour')
    .executeTakeFirst()
  if (!ended) return null
  const { bankName, accountType, lastFour } = ended
  const bankAccount = bankName && accountType && lastFour ? { bankName, accountType, lastFour } : null
  if (ended.attempt_id === null) return { setup: ended.setup ?? '', bankAccount }
  const { transaction_tag } = await tx
    .selectFrom('charge_attempt')
    .select('transaction_tag')
    .where('id', '=', ended.attempt_id)
    .executeTakeFirstOrThrow()
  return { setup: transaction_tag ?? '', bankAccount }
}

/**
 * The same again takes the place of the older one, whose method is detached; with it comes a new authorization of a bank
 * account. Null when there are too many.
 */
async function putCard(
  tx: Tx,
  { keptFor, name, savedBy }: Saving,
  card: KeptMethod,
  setup: string,
  now: Instant,
): Promise<number | null> {
  const live = await tx
    .selectFrom('saved_card')
    .select(['id', 'method', 'fingerprint'])
    .where('gateway_customer_id', '=', keptFor.id)
    .where('removed_at', 'is', null)
    .execute()
  const same = live.find(({ fingerprint }) => fingerprint === card.fingerprint)
  if (same) {
    await tx
      .updateTable('saved_card')
      .set({ ...columnsOf(card), setup, blocked_for: null, ...(name !== '' && { name }) })
      .where('id', '=', same.id)
      .execute()
    if (same.method !== card.method) await detachLater(tx, { method: same.method, keptFor: keptFor.id }, now)
    return same.id
  }
  if (live.length >= mostSavedMethods) return null
  const { id } = await tx
    .insertInto('saved_card')
    .values({ ...columnsOf(card), gateway_customer_id: keptFor.id, setup, name, added_at: now, added_by: savedBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  await chooseDefault(tx, keptFor.id)
  return id
}
