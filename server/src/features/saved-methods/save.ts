import type { ParsedBodyOf } from '@portal/contract/call'
import { cardMessages } from '@portal/contract/card'
import {
  beginSaving as beginSavingCall,
  dropSaving as dropSavingCall,
  finishSaving as finishSavingCall,
  mostSavedMethods,
  type SavingResult,
  type UnverifiedAccount,
  verifySaving as verifySavingCall,
} from '@portal/contract/saved-methods'
import { sql } from 'kysely'
import type { Deposited } from '../../adapters/payment-gateway/port-bank-accounts.ts'
import { bankPaymentsOf } from '../../adapters/payment-gateway/port.ts'
import type { CustomerCaller } from '../../caller.ts'
import type { AuditOrigin } from '../../foundation/audit.ts'
import { type Keeping, customerFor, findOwnMethod, readOwnMethods } from '../../payments/saved-methods/methods.ts'
import {
  type Saved,
  type Saving,
  endSaving,
  openSaving,
  saveMethod,
  settleSaving,
} from '../../payments/saved-methods/save-method.ts'
import { refuse, refuseField } from '../../refusal.ts'
import { savedMethodView } from './saved-method-view.ts'

interface Asked extends AuditOrigin {
  session: CustomerCaller
}

/** Has the bank agree to later charges. @throws a Refusal, in which nothing was saved; BillingSystemDown */
export async function beginSaving(
  engine: Keeping,
  { session, clientAddress, requestId }: Asked,
  { cardToken, bankToken, name }: ParsedBodyOf<typeof beginSavingCall>,
): Promise<SavingResult> {
  const { webUserId, personId, username } = session
  const token = bankToken?.bankToken ?? cardToken?.token
  if (token === undefined || (bankToken && cardToken)) throw refuseField('cardToken', cardMessages.number)
  const isBankAccount = bankToken !== undefined
  const own = await readOwnMethods(engine.db, engine, webUserId)
  const read = isBankAccount ? await requireAccount(engine, token) : await requireCard(engine, token)
  // The same again replaces the older one. Which one it is shows only once it is saved, by more than its digits.
  const isPerhapsKnown = own.some(({ brand, lastFour }) => brand === read.brand && lastFour === read.lastFour)
  if (own.length >= mostSavedMethods && !isPerhapsKnown) throw refuse(beginSavingCall, 'too-many-cards')
  const person = await engine.billing.findPerson(personId)
  const keptFor = await customerFor(engine, webUserId)
  if (!keptFor) throw refuse(beginSavingCall, 'card-service-down')
  const saving = await openSaving(engine, { keptFor, webUserId, savedBy: username, name })
  const told = { recipient: person?.emailAddress ?? null, origin: { clientAddress, requestId } }
  return await resultOf(engine, saving, await saveMethod(engine, saving, { token, isBankAccount, ...told }))
}

async function requireCard({ gateway }: Keeping, token: string) {
  const read = await gateway.readToken?.(token)
  if (read?.outcome === 'unavailable') throw refuse(beginSavingCall, 'card-service-down')
  if (read === undefined || read.outcome === 'read')
    return { brand: read?.brand ?? null, lastFour: read?.lastFour ?? '' }
  const isNoCard = read.outcome === 'readAccount' || read.reason === 'brand'
  throw refuse(beginSavingCall, isNoCard ? 'card-not-accepted' : 'card-entry-unusable')
}

async function requireAccount(engine: Keeping, token: string) {
  if (bankPaymentsOf(engine.profile, engine.gateway) === null) throw refuse(beginSavingCall, 'bank-not-accepted')
  const read = await engine.gateway.readToken?.(token)
  if (read === undefined || read.outcome === 'unavailable') throw refuse(beginSavingCall, 'card-service-down')
  if (read.outcome !== 'readAccount') throw refuse(beginSavingCall, 'bank-entry-unusable')
  return { brand: null, lastFour: read.lastFour }
}

/** After the payer was with the bank. @throws Refusal `no-such-card` for a saving of somebody else */
export async function finishSaving(
  engine: Keeping,
  { session, clientAddress, requestId }: Asked,
  { saving: id }: ParsedBodyOf<typeof finishSavingCall>,
): Promise<SavingResult> {
  const found = await findSaving(engine, session, id)
  if (!found) throw refuse(finishSavingCall, 'no-such-card')
  const { saving, setup, savedCardId } = found
  if (savedCardId !== null) return await resultOf(engine, saving, { outcome: 'saved', cardId: savedCardId })
  if (setup === null) throw refuse(finishSavingCall, 'card-declined')
  const person = await engine.billing.findPerson(session.personId)
  const told = { recipient: person?.emailAddress ?? null, origin: { clientAddress, requestId } }
  return await resultOf(
    engine,
    saving,
    await settleSaving(engine, saving, await engine.savedMethods.readSetup(setup), told),
  )
}

/** What the holder read on the bank statement. @throws Refusal */
export async function verifySaving(
  engine: Keeping,
  { session, clientAddress, requestId }: Asked,
  id: number,
  deposited: Deposited,
): Promise<SavingResult> {
  const found = await findSaving(engine, session, id)
  if (!found || found.setup === null) throw refuse(verifySavingCall, 'no-such-card')
  const { saving, setup, savedCardId } = found
  if (savedCardId !== null) return await resultOf(engine, saving, { outcome: 'saved', cardId: savedCardId })
  const verified = await engine.savedMethods.verifySetup(setup, deposited)
  if (verified.outcome === 'wrong') throw refuse(verifySavingCall, 'wrong-deposit')
  if (verified.outcome === 'unavailable') engine.monitoring.cardUnclear(verified.reason)
  // Also after a lost answer: what the gateway has now decides.
  const read = await engine.savedMethods.readSetup(setup)
  if (read.outcome === 'verifying' || read.outcome === 'unavailable')
    throw refuse(verifySavingCall, 'card-service-down')
  const person = await engine.billing.findPerson(session.personId)
  const told = { recipient: person?.emailAddress ?? null, origin: { clientAddress, requestId } }
  const settled = await settleSaving(engine, saving, read, told)
  if (settled.outcome === 'refused') throw refuse(verifySavingCall, 'verification-over')
  return await resultOf(engine, saving, settled)
}

/** Nobody can verify it anymore. One that was saved meanwhile stays. @throws Refusal */
export async function dropSaving(engine: Keeping, { session }: Asked, id: number): Promise<void> {
  const found = await findSaving(engine, session, id)
  if (!found || found.setup === null) throw refuse(dropSavingCall, 'no-such-card')
  const { saving, setup, savedCardId } = found
  if (savedCardId !== null) return
  const read = await engine.savedMethods.giveUp(setup)
  if (read.outcome !== 'refused') throw refuse(dropSavingCall, 'card-service-down')
  await engine.db.transaction().execute(async (tx) => endSaving(tx, saving.id, engine.clock.now()))
}

/** Bank accounts of this customer that wait for their small deposits. */
export async function listUnverified(engine: Keeping, { webUserId }: CustomerCaller): Promise<UnverifiedAccount[]> {
  if (bankPaymentsOf(engine.profile, engine.gateway) === null) return []
  const { rows } = await sql<UnverifiedAccount>`
    select saving.id as saving,
      json_build_object('bankName', bank_name, 'accountType', bank_account_type, 'lastFour', last_four) as "bankAccount",
      json_build_object('arriveOn', to_char(deposits_arrive_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'kind', deposit_kind) as deposits
    from card_saving saving join gateway_customer owner on owner.id = gateway_customer_id
    where web_user_id = ${webUserId} and gateway = ${engine.gateway.name} and is_live = ${engine.savedMethods.isLive}
      and deposit_kind is not null and ended_at is null
    order by saving.id limit ${mostSavedMethods}`.execute(engine.db)
  return rows
}

async function findSaving(engine: Keeping, { webUserId, username }: CustomerCaller, id: number) {
  const row = await engine.db
    .selectFrom('card_saving')
    .innerJoin('gateway_customer', 'gateway_customer.id', 'card_saving.gateway_customer_id')
    .select(['card_saving.id', 'gateway_customer.id as keptForId', 'customer', 'name', 'setup'])
    .select('saved_card_id as savedCardId')
    .where('card_saving.id', '=', id)
    .where('web_user_id', '=', webUserId)
    .where('gateway', '=', engine.gateway.name)
    .where('is_live', '=', engine.savedMethods.isLive)
    .executeTakeFirst()
  if (!row) return null
  const { keptForId, customer, name, setup, savedCardId } = row
  const keptFor = { id: keptForId, customer }
  return { saving: { id, keptFor, webUserId, savedBy: username, name }, setup, savedCardId }
}

/** @throws Refusal, in which no card was saved */
async function resultOf(engine: Keeping, saving: Saving, saved: Saved): Promise<SavingResult> {
  switch (saved.outcome) {
    case 'awaitsPayer':
      return { status: 'confirm', saving: saving.id, confirmation: saved.secret }
    case 'verifying': {
      const { bankName, accountType, lastFour } = saved.bankAccount
      const bankAccount = { bankName, accountType, lastFour }
      return { status: 'verify', unverified: { saving: saving.id, bankAccount, deposits: saved.deposits } }
    }
    case 'saved': {
      const card = await findOwnMethod(engine, saving.webUserId, saved.cardId)
      if (!card) throw refuse(finishSavingCall, 'no-such-card')
      return { status: 'saved', card: savedMethodView(engine, card) }
    }
    case 'refused':
      throw refuse(beginSavingCall, saved.reason === 'brand' ? 'card-not-accepted' : 'card-declined')
    case 'tooMany':
      throw refuse(beginSavingCall, 'too-many-cards')
    case 'waits':
      throw refuse(beginSavingCall, 'card-service-down')
    case 'ended': {
      // Work or another request has ended it just before.
      const again = await engine.db
        .selectFrom('card_saving')
        .select('saved_card_id')
        .where('id', '=', saving.id)
        .executeTakeFirst()
      if (!again?.saved_card_id) throw refuse(beginSavingCall, 'card-declined')
      return await resultOf(engine, saving, { outcome: 'saved', cardId: again.saved_card_id })
    }
  }
}
