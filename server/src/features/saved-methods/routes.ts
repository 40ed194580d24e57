import { depositMessages } from '@portal/contract/bank-payments'
import type { ReplyOf } from '@portal/contract/call'
import {
  beginSaving as beginSavingCall,
  dropSaving as dropSavingCall,
  finishSaving as finishSavingCall,
  listSavedMethods as listSavedMethodsCall,
  makeDefaultMethod as makeDefaultMethodCall,
  removeMethod as removeMethodCall,
  renameMethod as renameMethodCall,
  verifySaving as verifySavingCall,
} from '@portal/contract/saved-methods'
import type { FastifyInstance } from 'fastify'
import type { CustomerCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../foundation/audit.ts'
import { consume, consumeAll } from '../../foundation/rate-limits/rate-limits.ts'
import { customerRoute } from '../../http/route.ts'
import { pausingAgreements } from '../../payments/agreements/agreements.ts'
import type { Engine } from '../../payments/engine.ts'
import { makeDefaultMethod, removeMethod, renameMethod } from '../../payments/saved-methods/change-method.ts'
import { type Keeping, keepingOf, readOwnMethods } from '../../payments/saved-methods/methods.ts'
import { refuse, refuseCommonly, refuseField } from '../../refusal.ts'
import { beginSaving, dropSaving, finishSaving, listUnverified, verifySaving } from './save.ts'
import { savedMethodView } from './saved-method-view.ts'

/** R38. Where the gateway keeps no cards, there is nothing here. */
export function savedMethodRoutes(app: FastifyInstance, deps: Deps, engine: Engine): void {
  const known = keepingOf(engine)
  const keeping = (): Keeping => {
    if (!known) throw refuseCommonly('not-found')
    return known
  }
  customerRoute(app, listSavedMethodsCall, async ({ session }) => await list(keeping(), session))
  customerRoute(app, beginSavingCall, async (request) => {
    await consumeAll(deps, [
      ['cardSavingsPerCustomer', request.session.personId],
      ['cardSavingsPerAddress', request.clientAddress],
    ])
    return await beginSaving(keeping(), request, request.body)
  })
  customerRoute(app, finishSavingCall, async (request) => {
    await consume(deps, 'cardConfirmationsPerCustomer', request.session.personId)
    return await finishSaving(keeping(), request, request.body)
  })
  customerRoute(app, verifySavingCall, async (request) => {
    await consume(deps, 'cardConfirmationsPerCustomer', request.session.personId)
    const { code, amounts } = request.body
    const deposited = code === undefined ? amounts && { amounts } : { code }
    if (!deposited) throw refuseField('code', depositMessages.code)
    return await verifySaving(keeping(), request, request.params.id, deposited)
  })
  customerRoute(app, dropSavingCall, async (request) => {
    await consume(deps, 'cardChangesPerCustomer', request.session.personId)
    await dropSaving(keeping(), request, request.params.id)
    return await list(keeping(), request.session)
  })

  const change = async (
    { session: customer, params, clientAddress, requestId }: ChangeRequest,
    work: (change: { customer: CustomerCaller; cardId: number; origin: AuditOrigin }) => Promise<boolean>,
  ) => {
    await consume(deps, 'cardChangesPerCustomer', customer.personId)
    const isChanged = await work({ customer, cardId: params.id, origin: { clientAddress, requestId } })
    if (!isChanged) throw refuse(removeMethodCall, 'no-such-card')
    return await list(keeping(), customer)
  }
  customerRoute(app, renameMethodCall, async (request) =>
    change(request, async (about) => renameMethod(keeping(), about, request.body.name)),
  )
  customerRoute(app, makeDefaultMethodCall, async (request) =>
    change(request, async (about) => makeDefaultMethod(keeping(), about)),
  )
  customerRoute(app, removeMethodCall, async (request) =>
    change(request, async (about) => {
      const person = await deps.billing.findPerson(request.session.personId)
      return await removeMethod(keeping(), about, person?.emailAddress ?? null, pausingAgreements(engine))
    }),
  )
}

interface ChangeRequest extends AuditOrigin {
  session: CustomerCaller
  params: { id: number }
}

async function list(keeping: Keeping, customer: CustomerCaller): Promise<ReplyOf<typeof listSavedMethodsCall>> {
  const own = await readOwnMethods(keeping.db, keeping, customer.webUserId)
  const unverified = await listUnverified(keeping, customer)
  return { cards: own.map((card) => savedMethodView(keeping, card)), ...(unverified.length > 0 && { unverified }) }
}
