import {
  FrontAnnouncement,
  type readAnnouncementsFront,
  SystemPop,
  isVideoAddress,
} from '@portal/contract/announcements'
import type { ReplyOf } from '@portal/contract/call'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type VisibleRow, selectVisible } from './queries.ts'

type Needed = Pick<Deps, 'db' | 'profile' | 'log'>

/**
 * What the login page announces (C§2.2). Left out are a video whose host the profile no longer lists, and whatever the
 * contract would refuse: one spoilt row must not take the others from the page.
 */
export async function listFront(deps: Needed): Promise<ReplyOf<typeof readAnnouncementsFront>> {
  const rows = await selectVisible(deps.db)
  const announcements = Map.groupBy(rows, (row) => row.id)
  const announceList: FrontAnnouncement[] = []
  let systemPop: SystemPop | null = null
  for (const [id, [first, ...more]] of announcements) {
    if (!first) continue
    if (first.type === null) systemPop = readable(deps, SystemPop, id, first)
    else {
      const announcement = readable(deps, FrontAnnouncement, id, onTheWire(first, [first, ...more]))
      if (announcement && isShown(announcement, deps.profile.videoHosts)) announceList.push(announcement)
    }
  }
  return { announceList, systemPop }
}

function onTheWire({ id, title, content, type, video_address }: VisibleRow, sizes: readonly VisibleRow[]): object {
  if (type === 'Video') return { id, title, content, type, featured_image: video_address }
  const images = sizes.map(({ name, width, height }) => ({ name, width, height }))
  return { id, title, content, type, featured_image: images.at(-1)?.name, images }
}

function readable<Schema extends z.ZodType>(
  { log }: Needed,
  schema: Schema,
  id: number,
  row: object,
): z.output<Schema> | null {
  const read = schema.safeParse(row)
  if (read.success) return read.data
  log.error({ announcement: id }, 'An announcement cannot be shown')
  return null
}

function isShown(announcement: FrontAnnouncement, videoHosts: readonly string[]): boolean {
  return announcement.type === 'Image' || isVideoAddress(announcement.featured_image, videoHosts)
}
