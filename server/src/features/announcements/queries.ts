import type { Db, Tx } from '../../database/connect.ts'

/** The visible announcements in their order; one with an image once for each of its sizes, the narrowest first. */
export async function selectVisible(db: Db | Tx) {
  return await db
    .selectFrom('announcement')
    .leftJoin('announcement_image', 'announcement_image.announcement_id', 'announcement.id')
    .select(['announcement.id', 'title', 'content', 'type', 'video_address', 'name', 'width', 'height'])
    .where('is_visible', '=', true)
    .orderBy('position')
    .orderBy('announcement.id')
    .orderBy('width')
    .execute()
}
export type VisibleRow = Awaited<ReturnType<typeof selectVisible>>[number]

/** One file of an image, or undefined. */
export async function selectImage(db: Db | Tx, name: string) {
  return await db
    .selectFrom('announcement_image')
    .select(['media_type', 'bytes'])
    .where('name', '=', name)
    .executeTakeFirst()
}
