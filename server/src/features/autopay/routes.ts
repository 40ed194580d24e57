import {
  acceptAutopay,
  changeAutopay,
  endAutopay,
  listAutopay,
  needsAnotherCard,
  readAgreed,
  readAgreementWords,
  resumeAutopay,
} from '@portal/contract/autopay'
import type { ParsedBodyOf } from '@portal/contract/call'
import type { FastifyInstance } from 'fastify'
import type { CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, actorOf } from '../../foundation/audit.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { customerRoute } from '../../http/route.ts'
import { acceptAgreement, changeAgreement, endAgreement } from '../../payments/agreements/agreements.ts'
import { resumeAgreement } from '../../payments/agreements/resume.ts'
import type { Engine } from '../../payments/engine.ts'
import { hasSentCharge } from '../../payments/planned/charge.ts'
import { keepingOf } from '../../payments/saved-methods/methods.ts'
import { refuse, refuseCommonly } from '../../refusal.ts'
import { type AutopayNeeds, cardEndsBefore, readAutopay } from './autopay-view.ts'
import { checkTerms, requireChargeable } from './check-terms.ts'
import { findOwn, isAccepted, readOwnWords } from './own-agreements.ts'

/** R39. Where the gateway keeps no cards, there is nothing here. */
export function autopayRoutes(app: FastifyInstance, deps: Deps, engine: Engine): void {
  const known = keepingOf(engine)
  const needs = (): AutopayNeeds => {
    if (!known) throw refuseCommonly('not-found')
    return { deps, engine: known }
  }
  const changing = async ({ session }: { session: CustomerCaller }): Promise<AutopayNeeds> => {
    await consume(deps, 'autopayChangesPerCustomer', session.personId)
    return needs()
  }
  customerRoute(app, listAutopay, async ({ session }) => await readAutopay(needs(), session))
  customerRoute(app, readAgreementWords, async ({ session, body }) => {
    const { words, asked, card } = await checkTerms(needs(), session, body)
    return { ...words, cardEndsBefore: await cardEndsBefore(needs(), asked, card) }
  })
  customerRoute(app, acceptAutopay, async (request) => {
    const by = await changing(request)
    await accept(by, request, request.body)
    return await readAutopay(by, request.session)
  })
  customerRoute(app, changeAutopay, async (request) => {
    const by = await changing(request)
    await change(by, request, request.params.id, request.body)
    return await readAutopay(by, request.session)
  })
  customerRoute(app, endAutopay, async (request) => {
    const by = await changing(request)
    const { session } = request
    const own = await findOwn(engine.db, session, request.params.id)
    if (!own) throw refuse(endAutopay, 'no-such-agreement')
    // Pressed twice, or ended in another tab: it has ended, as asked.
    await endAgreement(by.engine, own.id, 'customer', { actor: actorOf(session), origin: request })
    return { ...(await readAutopay(by, session)), isCharging: await hasSentCharge(engine.db, own.id) }
  })
  customerRoute(app, resumeAutopay, async (request) => {
    const by = await changing(request)
    await resume(by, request, request.params.id)
    return await readAutopay(by, request.session)
  })
  customerRoute(app, readAgreed, async ({ session, params }) => {
    needs()
    const agreed = await readOwnWords(engine.db, session, params.id)
    if (!agreed) throw refuse(readAgreed, 'no-such-agreement')
    return agreed
  })
}

interface Asked extends AuditOrigin {
  session: CustomerCaller
}

/** The same words twice are accepted once. @throws Refusal, in which nothing was turned on; BillingSystemDown */
async function accept(
  needs: AutopayNeeds,
  { session, clientAddress, requestId }: Asked,
  { accountId, terms, words: shown }: ParsedBodyOf<typeof acceptAutopay>,
): Promise<void> {
  const { asked, words, card } = await checkTerms(needs, session, { accountId, terms })
  await requireChargeable(needs, session, accountId)
  if (words.sha256 !== shown.sha256) throw refuse(acceptAutopay, 'words-changed')
  const cardEnds = (await cardEndsBefore(needs, asked, card)) !== null
  const acceptance = { ...asked, words: { version: words.version, text: words.words }, cardEnds }
  const accepted = await acceptAgreement(needs.engine, session, acceptance, { clientAddress, requestId })
  switch (accepted.outcome) {
    case 'accepted':
      return
    case 'noAddress':
      throw refuse(acceptAutopay, 'no-email')
    case 'cardUnusable':
      throw refuse(acceptAutopay, 'card-unusable')
    case 'alreadyOn':
      if (!(await isAccepted(needs.engine.db, session, accountId, words.sha256)))
        throw refuse(acceptAutopay, 'already-on')
  }
}

/** @throws Refusal, in which nothing was changed */
async function change(
  needs: AutopayNeeds,
  { session, clientAddress, requestId }: Asked,
  id: number,
  { terms, words: shown }: ParsedBodyOf<typeof changeAutopay>,
): Promise<void> {
  const own = await findOwn(needs.engine.db, session, id)
  if (!own || own.state === 'ENDED') throw refuse(changeAutopay, 'no-such-agreement')
  const { asked, words, card } = await checkTerms(needs, session, { accountId: own.accountId, terms })
  if (words.sha256 !== shown.sha256) throw refuse(changeAutopay, 'words-changed')
  const origin = { clientAddress, requestId }
  const cardEnds = (await cardEndsBefore(needs, asked, card)) !== null
  const to = { ...asked, words: { version: words.version, text: words.words }, cardEnds }
  if (!(await changeAgreement(needs.engine, session, id, to, origin))) throw refuse(changeAutopay, 'card-unusable')
}

/** @throws Refusal `not-resumable` where only another card helps, or only staff can take the pause back */
async function resume(needs: AutopayNeeds, { session, clientAddress, requestId }: Asked, id: number): Promise<void> {
  const own = await findOwn(needs.engine.db, session, id)
  if (!own || own.state === 'ENDED') throw refuse(resumeAutopay, 'no-such-agreement')
  // Pressed twice.
  if (own.state === 'ACTIVE') return
  if (needsAnotherCard.some((reason) => reason === own.reason)) throw refuse(resumeAutopay, 'not-resumable')
  const by = { actor: actorOf(session), origin: { clientAddress, requestId } }
  if (!(await resumeAgreement(needs.engine, id, by))) throw refuse(resumeAutopay, 'not-resumable')
}
