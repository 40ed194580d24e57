import {
  deleteAnnouncement,
  insertAnnouncement,
  insertTextAnnouncement,
  readAnnouncements,
  replaceAnnouncement,
  showAnnouncement,
  updateAnnouncement,
} from '@portal/contract/announcement-editing'
import { readAnnouncementsFront } from '@portal/contract/announcements'
import { announcementImagePath } from '@portal/contract/announcements-texts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { adminRoute, publicRoute } from '../../http/route.ts'
import { refuseCommonly } from '../../refusal.ts'
import {
  type ChangeRefusal,
  addAnnouncement,
  changeVisibility,
  changeWords,
  deleteAnnounced,
  replaceMedia,
} from './edit-announcement.ts'
import { listAll, listFront } from './list-announcements.ts'
import { readMedia } from './media.ts'
import { selectImage } from './queries.ts'

const ImageName = z.object({ name: z.uuid() })

/** A file never changes under its name, but there are two formats of it. */
const forEver = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept' }
/** Pages on our other hosts show them too (R28); every other reply's policy would forbid that. */
const forOurOtherHosts = { 'cross-origin-resource-policy': 'same-site' }

/** For visitors (C§2.2). */
export function announcementRoutes(app: FastifyInstance, deps: Deps): void {
  publicRoute(app, readAnnouncementsFront, async () => await listFront(deps))

  const headers = deps.config.WEB_ORIGINS.length > 0 ? { ...forEver, ...forOurOtherHosts } : forEver
  if (!app.serves.has(readAnnouncementsFront.group)) return
  app.get(`${announcementImagePath}:name`, { schema: { hide: true } }, async (request, reply) => {
    const named = ImageName.safeParse(request.params)
    const knowsAvif = /image\/avif|^\*\/\*$/.test(request.headers.accept ?? '*/*')
    const image = named.success && (await selectImage(deps.db, named.data.name, knowsAvif))
    if (!image) throw refuseCommonly('not-found')
    // The type it was encoded in; `nosniff`, on every reply, keeps browsers to it.
    return await reply.type(image.media_type).headers(headers).send(image.bytes)
  })
}

/** For the console (A§2, A§7). */
export function announcementEditingRoutes(app: FastifyInstance, deps: Deps): void {
  adminRoute(app, readAnnouncements, async () => await listAll(deps))
  adminRoute(app, insertTextAnnouncement, async (request) => {
    return answer(await addAnnouncement(deps, request.session, { ...request.body, media: null }, request))
  })
  adminRoute(app, insertAnnouncement, async (request) => {
    const media = await readMedia(deps, request.body)
    if (typeof media === 'string') return answer(media)
    return answer(await addAnnouncement(deps, request.session, { ...request.body, media }, request))
  })
  adminRoute(app, updateAnnouncement, async (request) => {
    const { id, type, featured_image: featured, ...words } = request.body
    const kept = type ? { type, featured: featured ?? '' } : null
    return answer(await changeWords(deps, { caller: request.session, id, origin: request }, { ...words, kept }))
  })
  adminRoute(app, replaceAnnouncement, async (request) => {
    const media = await readMedia(deps, request.body)
    if (typeof media === 'string') return answer(media)
    const editing = { caller: request.session, id: request.body.id, origin: request }
    return answer(await replaceMedia(deps, editing, { ...request.body, media }))
  })
  adminRoute(app, showAnnouncement, async (request) => {
    const { id, flag } = request.body
    return answer(await changeVisibility(deps, { caller: request.session, id, origin: request }, flag === 1))
  })
  adminRoute(app, deleteAnnouncement, async (request) => {
    return answer(await deleteAnnounced(deps, { caller: request.session, id: request.body.id, origin: request }))
  })
}

function answer(refusal: ChangeRefusal) {
  return refusal === null ? { result: 'Success' as const } : { result: 'Failed' as const, description: refusal }
}
