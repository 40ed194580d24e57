import type { ParsedBodyOf } from '@portal/contract/call'
import {
  beginSaving as beginSavingCall,
  finishSaving as finishSavingCall,
  mostSavedCards,
  type SavingResult,
} from '@portal/contract/saved-cards'
import type { CustomerCaller } from '../../caller.ts'
import type { AuditOrigin } from '../../foundation/audit.ts'
import { type Keeping, customerFor, findOwnCard, readOwnCards } from '../../payments/saved-cards/cards.ts'
import { type Saved, type Saving, openSaving, saveCard, settleSaving } from '../../payments/saved-cards/save-card.ts'
import { refuse } from '../../refusal.ts'
import { savedCardView } from './saved-card-view.ts'

interface Asked extends AuditOrigin {
  session: CustomerCaller
}

/** Has the card's bank agree to later charges. @throws a Refusal, in which no card was saved; BillingSystemDown */
export async function beginSaving(
  engine: Keeping,
  { session, clientAddress, requestId }: Asked,
  { cardToken, name }: ParsedBodyOf<typeof beginSavingCall>,
): Promise<SavingResult> {
  const { webUserId, personId, username } = session
  const own = await readOwnCards(engine.db, engine, webUserId)
  const read = await requireUsable(engine, cardToken.token)
  // The same card again replaces the older one. Which one it is shows only once it is saved, by more than its digits.
  const isPerhapsKnown = own.some(({ brand, lastFour }) => brand === read?.brand && lastFour === read.lastFour)
  if (own.length >= mostSavedCards && !isPerhapsKnown) throw refuse(beginSavingCall, 'too-many-cards')
  const person = await engine.billing.findPerson(personId)
  const keptFor = await customerFor(engine, webUserId)
  if (!keptFor) throw refuse(beginSavingCall, 'card-service-down')
  const saving = await openSaving(engine, { keptFor, webUserId, savedBy: username, name })
  const told = { recipient: person?.emailAddress ?? null, origin: { clientAddress, requestId } }
  return await resultOf(engine, saving, await saveCard(engine, saving, { token: cardToken.token, ...told }))
}

async function requireUsable({ gateway }: Keeping, token: string) {
  const read = await gateway.readToken?.(token)
  if (read?.outcome === 'unavailable') throw refuse(beginSavingCall, 'card-service-down')
  if (read?.outcome === 'read' || read === undefined) return read
  const isNoCard = read.outcome === 'readAccount' || read.reason === 'brand'
  throw refuse(beginSavingCall, isNoCard ? 'card-not-accepted' : 'card-entry-unusable')
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
  return await resultOf(engine, saving, await settleSaving(engine, saving, await engine.cards.readSetup(setup), told))
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
    .where('is_live', '=', engine.cards.isLive)
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
    case 'saved': {
      const card = await findOwnCard(engine, saving.webUserId, saved.cardId)
      if (!card) throw refuse(finishSavingCall, 'no-such-card')
      return { status: 'saved', card: savedCardView(engine, card) }
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
