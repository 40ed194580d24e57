import type { RichText } from '@portal/contract/announcements'
import type { Instant } from '@portal/contract/dates'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { Media } from './media.ts'

/** In order; a row for each size of an image, the narrowest first. */
export async function selectVisible(db: Db | Tx) {
  return await announcements(db).where('is_visible', '=', true).execute()
}

export async function selectAll(db: Db | Tx) {
  return await announcements(db).select(['is_visible', 'version']).execute()
}
export type AnnouncementRow = Awaited<ReturnType<typeof selectVisible>>[number]

function announcements(db: Db | Tx) {
  return db
    .selectFrom('announcement')
    .leftJoin(
      (images) =>
        images
          .selectFrom('announcement_image')
          .select(['announcement_id', 'name', 'width', 'height'])
          .distinct()
          .as('image'),
      (image) => image.onRef('image.announcement_id', '=', 'announcement.id'),
    )
    .select(['announcement.id', 'title', 'content', 'type', 'video_address', 'name', 'width', 'height'])
    .orderBy('position')
    .orderBy('announcement.id', 'desc')
    .orderBy('width')
}

/** The older format for browsers that need it; undefined when there is no such file. */
export async function selectImage(db: Db | Tx, name: string, knowsAvif: boolean) {
  return await db
    .selectFrom('announcement_image')
    .select(['media_type', 'bytes'])
    .where('name', '=', name)
    .orderBy('media_type', knowsAvif ? 'asc' : 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** `type` null: the System Pop up. */
interface Announced {
  title: string
  content: RichText
  type: 'Image' | 'Video' | null
  videoAddress: string | null
}

/** In front of all others. @returns its key, or null when it would be a second System Pop up */
export async function insertFirst(tx: Tx, announced: Announced, now: Instant): Promise<number | null> {
  const row = await tx
    .insertInto('announcement')
    .values(({ selectFrom }) => ({
      ...columns(announced),
      position: selectFrom('announcement').select(sql<number>`coalesce(min(position), 1) - 1`.as('position')),
      created_at: now,
      changed_at: now,
    }))
    .onConflict((second) => second.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Of two added at the same moment, one is first and the other sees it. Readers do not wait. */
export async function holdOrder(tx: Tx): Promise<void> {
  await sql`lock table announcement in share row exclusive mode`.execute(tx)
}

/** The visible announcement in front of all others. */
export async function isInFront(tx: Tx, announced: Announced, media: Media): Promise<boolean> {
  const row = await tx
    .selectFrom('announcement')
    .select('id')
    .where('is_visible', '=', true)
    .where('title', '=', announced.title)
    .where(sql<boolean>`content = ${JSON.stringify(announced.content)}::jsonb`)
    .where('type', 'is not distinct from', announced.type)
    .where('video_address', 'is not distinct from', announced.videoAddress)
    .where('position', '=', ({ selectFrom }) =>
      selectFrom('announcement')
        .select(({ fn }) => fn.min('position').as('position'))
        .where('type', 'is not', null),
    )
    .executeTakeFirst()
  return row !== undefined && (await isShowing(tx, row.id, media))
}

/** By its largest size; true for a video, which has none. */
export async function isShowing(tx: Tx, announcement: number, { sizes }: Media): Promise<boolean> {
  const bytes = sizes.at(-1)?.files[0]?.bytes
  if (!bytes) return true
  const row = await tx
    .selectFrom('announcement_image')
    .select('name')
    .where('announcement_id', '=', announcement)
    .where('width', '=', ({ selectFrom }) =>
      selectFrom('announcement_image')
        .select(({ fn }) => fn.max('width').as('width'))
        .where('announcement_id', '=', announcement),
    )
    .where('bytes', '=', bytes)
    .executeTakeFirst()
  return row !== undefined
}

/** Under new names. @returns what the video, or the largest size, is called from now on */
export async function keepMedia(tx: Tx, announcement: number, { videoAddress, sizes }: Media): Promise<string | null> {
  let largest = videoAddress
  for (const { width, height, files } of sizes) {
    const name = crypto.randomUUID()
    const size = { name, announcement_id: announcement, width, height }
    const rows = files.map(({ mediaType, bytes }) => ({ ...size, media_type: mediaType, bytes }))
    await tx.insertInto('announcement_image').values(rows).execute()
    largest = name
  }
  return largest
}

export async function holdAnnouncement(tx: Tx, id: number) {
  return await tx
    .selectFrom('announcement')
    .select(({ selectFrom }) => [
      ...(['title', 'content', 'type', 'is_visible', 'version'] as const),
      'video_address as videoAddress',
      selectFrom('announcement_image')
        .select('name')
        .whereRef('announcement_id', '=', 'announcement.id')
        .orderBy('width', 'desc')
        .limit(1)
        .as('image'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
export type HeldAnnouncement = NonNullable<Awaited<ReturnType<typeof holdAnnouncement>>>

export async function updateAnnounced(tx: Tx, id: number, announced: Announced, now: Instant): Promise<void> {
  await tx
    .updateTable('announcement')
    .set(({ eb }) => ({ ...columns(announced), version: eb('version', '+', 1), changed_at: now }))
    .where('id', '=', id)
    .execute()
}

/** The version stays the same, because the words do. */
export async function updateVisible(tx: Tx, id: number, isVisible: boolean): Promise<void> {
  await tx.updateTable('announcement').set({ is_visible: isVisible }).where('id', '=', id).execute()
}

/** When the image is not shown anymore. */
export async function removeImages(tx: Tx, announcement: number): Promise<void> {
  await tx.deleteFrom('announcement_image').where('announcement_id', '=', announcement).execute()
}

export async function removeAnnouncement(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('announcement').where('id', '=', id).execute()
}

function columns({ title, content, type, videoAddress }: Announced) {
  return { title, content: JSON.stringify(content), type, video_address: videoAddress }
}
