import type { AccountNumber } from '@portal/contract/ids'
import type { BillingAccount } from '../../adapters/billing-system/port.ts'
import type { AdminCaller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type AuditEvent, type AuditOrigin, actorOf, recordAudit } from '../audit.ts'
import { takeTry } from '../rate-limits/rate-limits.ts'
import { openAllAccounts } from './accounts.ts'

type OpenedByPhone = { ok: true; accounts: BillingAccount[] } | { ok: false; retryAfterSeconds: number }

/** The audit log records who asked before anything is shown. Limited per administrator. @throws BillingSystemDown */
export async function openByPhone(
  deps: Deps,
  caller: AdminCaller,
  accounts: readonly AccountNumber[],
  origin: AuditOrigin,
): Promise<OpenedByPhone> {
  const taken = await takeTry(deps, 'phoneLookUpsPerAdmin', String(caller.adminUserId))
  if (!taken.ok) return taken
  const found = await deps.billing.findAccounts(accounts)
  const opened = found.map(({ accountId }) => accountId)
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    await openAllAccounts(tx, caller.id, opened, now)
    await recordAudit(tx, lookedUp(caller, accounts, opened), origin, now)
  })
  return { ok: true, accounts: found }
}

function lookedUp(caller: AdminCaller, asked: readonly AccountNumber[], opened: readonly AccountNumber[]): AuditEvent {
  const unknown = asked.filter((account) => !opened.includes(account))
  return {
    actor: actorOf(caller),
    action: 'accounts-opened',
    outcome: opened.length > 0 ? 'done' : 'refused',
    subject: asked.join(', '),
    ...(unknown.length > 0 && { after: { opened: opened.join(', '), unknown: unknown.join(', ') } }),
  }
}
