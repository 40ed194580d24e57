import { FrontAnnouncement, type readAnnouncementsFront, SystemPop } from '@portal/contract/announcements'
import { isVideoAddress } from '@portal/contract/announcements-texts'
import type { ReplyOf } from '@portal/contract/call'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { selectVisible } from './queries.ts'
import { byAnnouncement, wireForm } from './wire-form.ts'

type Needed = Pick<Deps, 'db' | 'profile' | 'log'>

/**
 * What the login page announces (C§2.2). A video whose host has left the profile, or anything else the contract would
 * refuse, is left out: one bad row must not hide the others.
 */
export async function listFront(deps: Needed): Promise<ReplyOf<typeof readAnnouncementsFront>> {
  const announceList: FrontAnnouncement[] = []
  let systemPop: SystemPop | null = null
  for (const announcement of byAnnouncement(await selectVisible(deps.db)).map(wireForm)) {
    if (announcement.type === null) systemPop = readable(deps, SystemPop, announcement)
    else {
      const shown = readable(deps, FrontAnnouncement, announcement)
      if (shown && isShown(shown, deps.profile.videoHosts)) announceList.push(shown)
    }
  }
  return { announceList, systemPop }
}

function readable<Schema extends z.ZodType>(
  { log }: Needed,
  schema: Schema,
  announcement: { readonly id: number },
): z.output<Schema> | null {
  const read = schema.safeParse(announcement)
  if (read.success) return read.data
  log.error({ announcement: announcement.id }, 'An announcement cannot be shown')
  return null
}

function isShown(announcement: FrontAnnouncement, videoHosts: readonly string[]): boolean {
  return announcement.type === 'Image' || isVideoAddress(announcement.featured_image, videoHosts)
}
