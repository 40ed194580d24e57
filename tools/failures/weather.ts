import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../gateway-simulator/faults.ts'
import type { HttpFault } from '../gateway-simulator/http-faults.ts'
import type { RunningSimulator } from '../gateway-simulator/start.ts'
import type { RunningStripe } from '../gateway-simulator/stripe/start.ts'
import type { Work } from '../gateway-simulator/stripe/works.ts'
import type { Random } from '../simulate/random.ts'

/**
 * Makes the gateway misbehave at random until the signal, then calms it. Single charges go wrong, its search is down or
 * lags behind, and sometimes it takes back a charge whose reply it could not deliver. Counts each kind of fault that it
 * causes.
 */
export async function gatewayWeather(
  gateway: RunningSimulator,
  random: Random,
  count: (fault: string) => void,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    const draw = random.between(1, 100)
    if (draw <= 55) {
      const fault = drawFault(random)
      count(`charge: ${fault.kind}`)
      gateway.fail(fault)
    } else if (draw <= 65) {
      count('search: lags behind')
      gateway.set({ searchLagMilliseconds: random.between(0, longestLag) })
    } else if (draw <= 75) {
      count('search: away')
      gateway.set({ searchOutage: true })
      await wait(random.between(200, 1_500))
      gateway.set({ searchOutage: false })
    } else if (draw <= 85) {
      count('charge: reversed when its reply cannot be delivered')
      gateway.set({ reverseOnHangUp: true })
    } else {
      gateway.set({ reverseOnHangUp: false, searchLagMilliseconds: 0 })
    }
    await wait(random.between(100, 600))
  }
  gateway.calm()
}

/** The same with Stripe: any kind of request goes wrong, and its lists and readings are away for a while. */
export async function stripeWeather(
  stripe: RunningStripe,
  random: Random,
  count: (fault: string) => void,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted) {
    const work = random.pick<Work>(['createIntent', 'confirmIntent', 'confirmIntent', 'cancelIntent', 'readIntent'])
    const fault = drawHttpFault(random)
    count(`${work}: ${fault.kind}${fault.kind === 'status' ? ` ${fault.status}` : ''}`)
    stripe.fail(work, fault, random.between(1, 3))
    await wait(random.between(100, 600))
  }
  stripe.calm()
}

function drawHttpFault(random: Random): HttpFault {
  const isDone = random.chance(0.5)
  return random.pick<HttpFault>([
    { kind: 'dropBefore' },
    { kind: 'dropAfter' },
    { kind: 'hang', isDone },
    { kind: 'delay', milliseconds: random.between(100, longestDelay) },
    { kind: 'status', status: 409, isDone: false },
    { kind: 'status', status: 429, isDone: false },
    { kind: 'status', status: 500, isDone },
    { kind: 'html', status: 502, isDone },
  ])
}

/**
 * A charge that the gateway takes back must be listed as taken back before it counts as settled, which at the pace of
 * the storm is six seconds after it was first seen listed (`settledAge`). So the longest delay and the longest lag
 * together stay below that.
 */
const longestDelay = 2_500
const longestLag = 1_500

function drawFault(random: Random): Fault {
  const milliseconds = random.between(100, longestDelay)
  const isCharged = random.chance(0.5)
  return random.pick<Fault>([
    { kind: 'dropBeforeCommit' },
    { kind: 'dropAfterCommit' },
    { kind: 'delayBeforeCommit', milliseconds },
    { kind: 'delayAfterCommit', milliseconds },
    { kind: 'lateWrite', milliseconds },
    { kind: 'hang', charged: isCharged },
    { kind: 'truncate' },
    { kind: 'cutBody' },
    { kind: 'corrupt' },
    { kind: 'wrongReference' },
    { kind: 'wrongAmount' },
    { kind: 'duplicateElement' },
    { kind: 'status5xx', status: 503, charged: isCharged },
    { kind: 'html', status: 200, charged: isCharged },
  ])
}
