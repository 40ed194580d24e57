import { readReturnRates } from '@portal/contract/return-rates'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { adminRoute } from '../../http/route.ts'
import { readRates } from './read-rates.ts'

export function returnRatesRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'profile'>): void {
  adminRoute(app, readReturnRates, async () => await readRates(deps))
}
