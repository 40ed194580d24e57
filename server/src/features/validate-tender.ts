import type { ReplyOf } from '@portal/contract/call'
import { sourceCodeOf } from '@portal/contract/card'
import type { AccountNumber } from '@portal/contract/ids'
import { tenderTexts, validateTender as validateTenderCall } from '@portal/contract/pay-now'
import type { FastifyInstance } from 'fastify'
import { bankPaymentsOf } from '../adapters/payment-gateway/port.ts'
import type { Deps } from '../deps.ts'
import { requireAccess } from '../foundation/sessions/accounts.ts'
import { route } from '../http/route.ts'

export function validateTenderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, validateTenderCall, async ({ session, body }) => ({
    result: await validateTender(deps, session.id, body),
  }))
}

/** Of cards, and of bank accounts where they pay. */
function tenderTypesOf({ profile, paymentGateway }: Deps): string[] {
  const bankPayments = bankPaymentsOf(profile, paymentGateway)
  return [...Object.values(sourceCodeOf), ...(bankPayments ? [bankPayments.sourceCode] : [])]
}

/** With that kind of payment (R11). @throws Refusal when the account is not the caller's; BillingSystemDown */
async function validateTender(
  deps: Deps,
  sessionId: number,
  request: { accountId: AccountNumber; tenderType: string },
): Promise<ReplyOf<typeof validateTenderCall>['result']> {
  const { accountId, tenderType } = request
  await requireAccess(deps.db, sessionId, accountId)
  const [balance] = await deps.billing.balances([accountId])
  if (!balance) return { status: 'Failed', description: tenderTexts.unknownAccount }
  if (!tenderTypesOf(deps).includes(tenderType)) return { status: 'Failed', description: tenderTexts.unknownType }
  return { status: 'Success', cashOnlyFlag: balance.isCashOnly ? 'Y' : 'N' }
}
