import {
  countRecipients as countCall,
  listBroadcasts,
  mostVillages,
  moveBroadcast as moveCall,
  readBroadcast,
  readBroadcastOptions,
  saveBroadcast as saveCall,
  testBroadcast,
  viewBroadcastEmail,
} from '@portal/contract/broadcasts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { adminRoute, frameRoute } from '../../http/route.ts'
import { countRecipients, villageKey } from '../../messages/broadcasts/recipients.ts'
import { refuse } from '../../refusal.ts'
import { textRoom } from '../../wording/notification-fields.ts'
import { moveBroadcast, saveBroadcast, sendTest } from './change-broadcast.ts'
import { asSent, listed, readOne, selectBroadcast } from './read-broadcast.ts'

/** R45: messages to all customers who chose announcements, written by one admin and sent by another. */
export function broadcastRoutes(app: FastifyInstance, deps: Deps, isHeld: () => Promise<boolean>): void {
  const found = async (id: number) => {
    const row = await selectBroadcast(deps.db, id)
    if (!row) throw refuse(readBroadcast, 'broadcast-gone')
    return row
  }
  const read = async (id: number, adminUserId: number) =>
    await readOne(deps, await found(id), { adminUserId, isHeld: await isHeld() })

  adminRoute(app, listBroadcasts, async ({ query }) => await listed(deps.db, query.before ?? null))
  adminRoute(app, readBroadcastOptions, async () => await readOptions(deps))
  adminRoute(app, readBroadcast, async ({ params, session }) => await read(params.id, session.adminUserId))
  frameRoute(app, viewBroadcastEmail, deps.config.PUBLIC_URL, async ({ params }) => {
    return asSent(deps, await found(params.id)).email?.html ?? ''
  })
  adminRoute(app, countCall, async ({ params, session }) => {
    await consume(deps, 'recipientCountsPerAdmin', String(session.adminUserId))
    const counts = await countRecipients(deps, await found(params.id))
    return { counts: [...counts].map(([channel, count]) => ({ channel, count })) }
  })
  adminRoute(app, saveCall, async ({ body, session, ...origin }) => {
    const options = await readOptions(deps)
    return await read(await saveBroadcast(deps, session, { ...body, options }, origin), session.adminUserId)
  })
  adminRoute(app, moveCall, async ({ params, body, session, ...origin }) => {
    const isThere = await moveBroadcast(deps, session, { ...params, ...body }, origin)
    return isThere ? await read(params.id, session.adminUserId) : null
  })
  adminRoute(app, testBroadcast, async ({ params, session, ...origin }) => {
    await consume(deps, 'testBroadcastsPerAdmin', String(session.adminUserId))
    return { address: await sendTest(deps, session, await found(params.id), origin) }
  })
}

async function readOptions({ billing, profile, config, texts }: Deps) {
  const villages = await billing.villages(mostVillages)
  return {
    villages: [...new Map(villages.toReversed().map((name) => [villageKey(name), name])).values()].toReversed(),
    sendsTexts: texts !== null,
    textRoom: textRoom(profile, config.PUBLIC_URL),
  }
}
