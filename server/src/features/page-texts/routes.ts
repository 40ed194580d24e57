import { type PageText, type PageTextName, readPageText } from '@portal/contract/page-texts'
import type { FastifyInstance } from 'fastify'
import { publicRoute } from '../../http/route.ts'

/** Terms and privacy (R23). */
export function pageTextsRoutes(app: FastifyInstance, texts: Readonly<Record<PageTextName, PageText>>): void {
  publicRoute(app, readPageText, async ({ params }) => texts[params.name])
}
