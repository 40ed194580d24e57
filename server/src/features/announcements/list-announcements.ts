import type { ListedAnnouncement } from '@portal/contract/announcement-editing'
import { type readAnnouncementsFront, FrontAnnouncement, SystemPop, RichText } from '@portal/contract/announcements'
import { isVideoAddress } from '@portal/contract/announcements-texts'
import type { ReplyOf } from '@portal/contract/call'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type AnnouncementRow, selectAll, selectVisible } from './queries.ts'

type Needed = Pick<Deps, 'db' | 'profile' | 'log'>

/** Leaves out what the contract would refuse (C§2.2): one bad row must not hide the others. */
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

/** One whose content cannot be read comes without it, so that it can be rewritten or deleted. */
export async function listAll({ db }: Pick<Deps, 'db'>): Promise<ListedAnnouncement[]> {
  return byAnnouncement(await selectAll(db)).map((rows) => {
    const announcement = wireForm(rows)
    const content = RichText.safeParse(announcement.content)
    return {
      ...announcement,
      content: JSON.stringify(content.success ? content.data : { type: 'doc', content: [] }),
      flag: rows[0].is_visible ? 1 : 0,
      version: rows[0].version,
    }
  })
}

/** A row for each size of the image; not yet checked against the contract. */
function wireForm([first, ...more]: readonly [AnnouncementRow, ...AnnouncementRow[]]) {
  const { id, title, content, type, video_address } = first
  const images = [first, ...more].flatMap(({ name, width, height }) =>
    name !== null && width !== null && height !== null ? [{ name, width, height }] : [],
  )
  const featured_image = type === 'Video' ? video_address : (images.at(-1)?.name ?? null)
  return { id, title, content, type, featured_image, images }
}

function byAnnouncement<Row extends AnnouncementRow>(rows: readonly Row[]): [Row, ...Row[]][] {
  const groups: [Row, ...Row[]][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0].id === row.id) last.push(row)
    else groups.push([row])
  }
  return groups
}
