import { setTimeout } from 'node:timers/promises'
import type { BillingSystem } from '@portal/server/adapters/billing-system/port.ts'
import type { PaymentGateway } from '@portal/server/adapters/payment-gateway/port.ts'
import { backgroundWork, createApp } from '@portal/server/app.ts'
import { startWork } from '@portal/server/foundation/work/loop.ts'
import { createLog } from '@portal/server/log.ts'
import { readConfig } from '@portal/server/settings/config.ts'
import { wire } from '@portal/server/wire.ts'
import { CrashPoint, CrashSignal } from './crash-points.ts'

/**
 * A real server process that kills itself with SIGKILL at the point `CRASH_AT` names, or never; with
 * `CRASH_WITH=SIGSTOP` it stands still there until it is continued. With `CRASH_TOGETHER=4` it does so when the fourth
 * payment is there: the ones before wait for it at the point. Partners are wrapped from outside: the product knows
 * nothing of this.
 */

const crashAt = CrashPoint.safeParse(process.env['CRASH_AT']).data
const crashWith = CrashSignal.parse(process.env['CRASH_WITH'])
/** Whose postings count at the crash points of postings; those left by other processes are handled as usual. */
const crashAccounts = process.env['CRASH_ACCOUNTS']?.split(',')
const crashTogether = Number(process.env['CRASH_TOGETHER'] ?? 1)
let arrivals = 0
const config = readConfig()
const log = createLog(config.LOG_LEVEL)
const { deps } = await wire(config, log, (name) => loops?.wake(name))
deps.paymentGateway = crashingGateway(deps.paymentGateway)
deps.billing = crashingBilling(deps.billing)

const app = await createApp(deps, { isReady: true, isClockRight: true })
app.addHook('onSend', async (request) => {
  if (request.method === 'POST' && request.url.endsWith('/checkout')) await reached('before-reply')
})
const address = await app.listen({ host: config.HOST, port: config.PORT })
const loops = startWork(deps.clock, backgroundWork(deps), (work, error) =>
  log.error({ err: error, work }, 'Work failed'),
)
process.stdout.write(`${JSON.stringify({ address })}\n`)

async function reached(point: CrashPoint): Promise<void> {
  if (point !== crashAt) return
  arrivals += 1
  if (arrivals >= crashTogether) process.kill(process.pid, crashWith)
  if (crashWith === 'SIGKILL') await setTimeout(60_000)
}

function crashingGateway(gateway: PaymentGateway): PaymentGateway {
  return {
    ...gateway,
    async charge(request) {
      await reached('after-intent')
      const charging = gateway.charge(request)
      // The simulator takes longer than this to decide, so the request is on its way and nobody waits for the answer.
      if (crashAt === 'during-charge') await setTimeout(150)
      await reached('during-charge')
      const verdict = await charging
      await reached('after-charge')
      return verdict
    },
  }
}

function crashingBilling(billing: BillingSystem): BillingSystem {
  return {
    ...billing,
    async recordPayment(payment) {
      const counts = crashAccounts?.includes(payment.accountId) ?? true
      if (counts) await reached('before-posting')
      const recorded = await billing.recordPayment(payment)
      if (counts) await reached('after-posting')
      return recorded
    },
  }
}
