import { gatewayEventsPath, largestGatewayEvent } from '@portal/contract/gateway-events'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { gatewayEvents } from '../metrics.ts'
import { eventWork } from '../payments/engine.ts'
import { storeEvents } from '../payments/records/gateway-events.ts'
import { refuseCommonly } from '../refusal.ts'

/**
 * Takes what the gateway tells by itself: signed, so without a session, and stored before it is confirmed. A loop acts on
 * it. What says nothing to us is confirmed, too: the gateway would send it again for days.
 */
export function gatewayEventRoute(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'paymentGateway' | 'clock' | 'wake'>,
): void {
  const { db, paymentGateway, clock } = deps
  const { events } = paymentGateway
  if (!events || !app.serves.has('general')) return
  app.register(async (scope) => {
    // The signature is of the very bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route<{ Body: unknown }>({
      method: 'POST',
      url: gatewayEventsPath,
      schema: { hide: true },
      config: { provesItself: true, needsRightClock: true },
      bodyLimit: largestGatewayEvent,
      handler: async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const told = events.read(body, request.headers)
        if (told.outcome === 'refused') {
          gatewayEvents.inc({ result: 'refused' })
          request.log.warn({ reason: told.reason }, 'A gateway event was refused')
          throw refuseCommonly('invalid')
        }
        const isNew =
          told.outcome === 'read' && (await storeEvents(db, paymentGateway.name, [told.event], clock.now())) === 1
        if (isNew) deps.wake(eventWork)
        gatewayEvents.inc({ result: isNew ? 'stored' : 'ignored' })
        return { received: true }
      },
    })
  })
}
