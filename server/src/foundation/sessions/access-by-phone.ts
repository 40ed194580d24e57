import type { AccountNumber } from '@portal/contract/ids'
import type { BillingAccount } from '../../adapters/billing-system/port.ts'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../audit.ts'
import { consume } from '../rate-limits/rate-limits.ts'
import { grantAccessToAll } from './accounts.ts'

/** The audit log records who asked before anything is shown. @throws Refusal after too many; BillingSystemDown */
export async function grantAccessByPhone(
  deps: Deps,
  caller: AdminCaller,
  accounts: readonly AccountNumber[],
  origin: AuditOrigin,
): Promise<BillingAccount[]> {
  await consume(deps, 'phoneLookUpsPerAdmin', String(caller.adminUserId))
  const found = await deps.billing.findAccounts(accounts)
  const opened = found.map(({ accountId }) => accountId)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    await grantAccessToAll(tx, caller.id, opened, now)
    await recordAudit(tx, lookedUp(caller, accounts, opened), origin, now)
  })
  return found
}

function lookedUp(caller: AdminCaller, wanted: readonly AccountNumber[], opened: readonly AccountNumber[]): AuditEvent {
  const unknown = wanted.filter((account) => !opened.includes(account))
  return {
    actor: actorOf(caller),
    action: 'accounts-opened',
    outcome: opened.length > 0 ? 'done' : 'refused',
    subject: wanted.join(', '),
    ...(unknown.length > 0 && { after: { opened: opened.join(', '), unknown: unknown.join(', ') } }),
  }
}
