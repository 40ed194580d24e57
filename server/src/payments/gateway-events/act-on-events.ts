import { later } from '@portal/contract/dates'
import type { GatewayEvents } from '../../adapters/payment-gateway/port-events.ts'
import { type Work, leaseMilliseconds } from '../../foundation/work/loop.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { type Engine, cancellationWork, eventWork, inquiryWork, reversalWork } from '../engine.ts'
import { makeInquiriesDueOf } from '../records/attempts.ts'
import {
  type EventResult,
  type LeasedEvent,
  leaseCatchUp,
  leaseEvents,
  movesOfDispute,
  settleCatchUp,
  settleEvent,
  storeEvents,
} from '../records/gateway-events.ts'
import { methodReadWork, makeMethodReadDue, makeSavingDue, savingWork } from '../saved-methods/methods.ts'
import { catchUpOverlap, catchUpRest, nextTry, restAt } from '../schedule.ts'
import { recordDispute } from './record-dispute.ts'
import { recordFailedRefund } from './record-failed-refund.ts'
import { recordUnknownCharge } from './record-unknown-charge.ts'

const most = 10

/** By then it has been tried for an hour. */
const triesBeforeAlarm = 12

/** An event says only where to look; what the gateway answers decides. Nothing for a gateway that tells nothing. */
export function gatewayEventLoops(engine: Engine): Work[] {
  const { events } = engine.gateway
  return events ? [actingLoop(engine, events), catchUpLoop(engine, events)] : []
}

function actingLoop(engine: Engine, events: GatewayEvents): Work {
  const { db, gateway, clock, pace } = engine
  return {
    name: eventWork,
    restMilliseconds: restAt(pace),
    async run() {
      const now = clock.now()
      const until = later(now, leaseMilliseconds(pace) + gateway.limits.inquiry)
      const leased = await leaseEvents(db, gateway.name, { now, until, most })
      for (const event of leased) {
        const result = await actOn(engine, events, event)
        if (result === 'notYet' && event.tries === triesBeforeAlarm) {
          engine.monitoring.alarm('A gateway event cannot be handled', { event: event.id, tag: event.tag })
        }
        await settleEvent(db, event, result === 'done' ? null : nextTry(clock.now(), event.tries, pace))
      }
      return leased.length
    },
  }
}

async function actOn(engine: Engine, events: GatewayEvents, { subject, tag }: LeasedEvent): Promise<EventResult> {
  switch (subject) {
    case 'charge': {
      const due = { gateway: engine.gateway.name, tag, now: engine.clock.now() }
      const known = await makeInquiriesDueOf(engine.db, due)
      if (!known) return await recordUnknownCharge(engine, events, tag)
      for (const work of [inquiryWork, reversalWork]) engine.wake(work)
      return known === 'underWay' ? 'notYet' : 'done'
    }
    case 'card':
    case 'mandate': {
      const by = subject === 'card' ? 'method' : 'mandate'
      await makeMethodReadDue(engine.db, by, tag, engine.clock.now())
      engine.wake(methodReadWork)
      return 'done'
    }
    case 'setup': {
      await makeSavingDue(engine.db, tag, engine.clock.now())
      engine.wake(savingWork)
      return 'done'
    }
    case 'refund': {
      const found = await events.readRefund(tag)
      if (found.outcome !== 'found') return found.outcome === 'nothing' ? 'done' : 'notYet'
      return await recordFailedRefund(engine, events, tag, found)
    }
    case 'dispute': {
      const asOf = await movesOfDispute(engine.db, engine.gateway.name, tag)
      const found = await events.readDispute(tag)
      if (found.outcome !== 'found') return found.outcome === 'nothing' ? 'done' : 'notYet'
      const result = await recordDispute(engine, { tag, asOf }, found)
      for (const work of [cancellationWork, emailWork]) engine.wake(work)
      return result
    }
  }
}

/** A lost event costs delay and nothing else: the gateway is asked for those that may not have arrived. */
function catchUpLoop(engine: Engine, events: GatewayEvents): Work {
  const { db, gateway, clock, pace } = engine
  return {
    name: 'gateway events that did not arrive',
    restMilliseconds: catchUpRest * pace,
    async run() {
      const now = clock.now()
      const since = await leaseCatchUp(db, gateway.name, now, later(now, leaseMilliseconds(1) * 10))
      if (since === null) return 0
      const listed = await events.list(since)
      const isListed = listed.outcome === 'listed'
      if (isListed) await storeAll(engine, listed.events)
      await settleCatchUp(db, gateway.name, {
        doneTo: isListed ? later(now, -catchUpOverlap) : null,
        nextAt: later(now, catchUpRest * pace),
      })
      return 0
    },
  }
}

const rowsAtOnce = 500

async function storeAll({ db, gateway, clock, wake }: Engine, all: Parameters<typeof storeEvents>[2]): Promise<void> {
  let stored = 0
  for (let from = 0; from < all.length; from += rowsAtOnce) {
    stored += await storeEvents(db, gateway.name, all.slice(from, from + rowsAtOnce), clock.now(), true)
  }
  if (stored > 0) wake(eventWork)
}
