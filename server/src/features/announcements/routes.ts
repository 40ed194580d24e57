import { announcementImagePath, readAnnouncementsFront } from '@portal/contract/announcements'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { refuseCommonly } from '../../http/problem.ts'
import { publicRoute } from '../../http/route.ts'
import { listFront } from './list-front.ts'
import { selectImage } from './queries.ts'

const ImageName = z.object({ name: z.uuid() })

/** A file never changes under its name. */
const forEver = 'public, max-age=31536000, immutable'

/** Announcements as visitors see them (C§2.2), and the files of their images. */
export function announcementRoutes(app: FastifyInstance, deps: Deps): void {
  publicRoute(app, readAnnouncementsFront, async () => await listFront(deps))

  app.get(`${announcementImagePath}:name`, { schema: { hide: true } }, async (request, reply) => {
    const asked = ImageName.safeParse(request.params)
    const image = asked.success && (await selectImage(deps.db, asked.data.name))
    if (!image) throw refuseCommonly('not-found')
    // The type is the one it was encoded in; `nosniff`, which every reply carries, keeps browsers to it.
    return await reply.type(image.media_type).header('cache-control', forEver).send(image.bytes)
  })
}
