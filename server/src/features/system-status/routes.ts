import { readSystemStatus } from '@portal/contract/system-status'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { StatusSource } from '../../foundation/system-part.ts'
import { adminRoute } from '../../http/route.ts'
import { clockStatus } from './installation.ts'
import { readStatus } from './read-status.ts'

/** The page *System status* of the console. @param more parts of other features */
export function systemStatusRoutes(app: FastifyInstance, deps: Deps, more: readonly StatusSource[]): void {
  adminRoute(app, readSystemStatus, async () => ({
    asOf: deps.clock.now(),
    parts: await readStatus(deps, [...more, clockStatus]),
  }))
}
