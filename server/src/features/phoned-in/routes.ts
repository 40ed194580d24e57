import { latestBillTexts } from '@portal/contract/bills'
import { AccountNumber, ZipCode } from '@portal/contract/ids'
import {
  type LookedUpAccount,
  type PhonedInAccount,
  pauseCallersAutopay,
  resumeCallersAutopay,
  searchPhonedInAccounts,
} from '@portal/contract/phoned-in'
import { displayName } from '@portal/contract/text'
import type { FastifyInstance } from 'fastify'
import type { BillingAccount } from '../../adapters/billing-system/port.ts'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { AuditOrigin } from '../../foundation/audit.ts'
import { zipOf } from '../../foundation/billing-address.ts'
import { grantAccessByPhone } from '../../foundation/sessions/access-by-phone.ts'
import { adminRoute } from '../../http/route.ts'
import { readPortalPayments } from '../../payments/balances.ts'
import type { Engine } from '../../payments/engine.ts'
import { shownRows } from '../../payments/shown-balances.ts'
import { callersAutopay, pauseForCaller, resumeForCaller } from './callers-autopay.ts'

/** Finds the accounts (A§2 Phoned-In Bill Payments); the payments feature pays them. */
export function phonedInRoutes(app: FastifyInstance, deps: Deps, engine: Engine): void {
  adminRoute(app, searchPhonedInAccounts, async (request) => ({
    result: await searchAccounts(deps, request, request.body.accountIds),
    asOf: deps.clock.now(),
  }))
  adminRoute(app, pauseCallersAutopay, async (request) => ({
    autoPay: await pauseForCaller(deps, engine, request, request.body),
  }))
  adminRoute(app, resumeCallersAutopay, async (request) => ({
    autoPay: await resumeForCaller(deps, engine, request, request.body),
  }))
}

/** On the phone, for the audit log. */
interface Clerk extends AuditOrigin {
  session: AdminCaller
}

/** Opens what exists, in the order asked (A§2, A§5). @throws Refusal after too many look-ups; BillingSystemDown */
async function searchAccounts(deps: Deps, clerk: Clerk, typed: readonly string[]): Promise<LookedUpAccount[]> {
  const numbers = typed.flatMap((each) => AccountNumber.safeParse(each).data ?? [])
  const found = numbers.length > 0 ? await lookUp(deps, clerk, numbers) : []
  const accountOf = new Map<string, PhonedInAccount>(found.map((account) => [account.accID, account]))
  return typed.map((accountId) => {
    const account = accountOf.get(accountId)
    if (account) return { status: 'Success', accountId, account }
    const isNumber = AccountNumber.safeParse(accountId).success
    const description = isNumber ? latestBillTexts.unknown : latestBillTexts.notNumeric
    return { status: 'Failed', accountId, description }
  })
}

async function lookUp(deps: Deps, clerk: Clerk, numbers: readonly AccountNumber[]): Promise<PhonedInAccount[]> {
  const opened = await grantAccessByPhone(deps, clerk.session, numbers, clerk)
  const accounts = opened.map(({ accountId }) => accountId)
  const rows = await shownRows(deps, clerk.session.id, accounts, await readPortalPayments(deps, accounts))
  const autopayOf = deps.paymentGateway.savedMethods ? await callersAutopay(deps, accounts) : null
  return rows.flatMap((row) => {
    const owner = opened.find(({ accountId }) => accountId === row.accID)
    return owner ? [{ ...row, ...whoseAccount(owner), ...(autopayOf && { autoPay: autopayOf(row.accID) }) }] : []
  })
}

function whoseAccount({ person, mailing }: BillingAccount) {
  return {
    personId: person.personId,
    fullName: displayName(person.fullName),
    emailAddress: person.emailAddress ?? '',
    postal: ZipCode.safeParse(zipOf(mailing)).data ?? '',
  }
}
