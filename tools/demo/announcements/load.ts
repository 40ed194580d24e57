import { randomUUID } from 'node:crypto'
import { RichText } from '@portal/contract/rich-text'
import { encodeSizes } from '@portal/server/features/announcements/encode-image.ts'
import pg from 'pg'
import sharp from 'sharp'
import { type DemoAnnouncement, demoAnnouncements } from './contents.ts'

/** The size of the drawings, in pixels. */
const drawn = { width: 1280, height: 720 } as const

/**
 * Puts the demo's announcements on the login page if the database has never had any. Somebody who deletes them all does
 * not get them again.
 */
export async function loadDemoAnnouncements(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const counter = await client.query<{ is_called: boolean }>('select is_called from announcement_id_seq')
    if (counter.rows[0]?.is_called) return
    await client.query('begin')
    for (const [position, announcement] of demoAnnouncements.entries()) await insert(client, announcement, position)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function insert(client: pg.Client, announcement: DemoAnnouncement, position: number): Promise<void> {
  const { title, content, drawing, video } = announcement
  const withoutDrawing = video ? 'Video' : null
  const type = drawing ? 'Image' : withoutDrawing
  const inserted = await client.query<{ id: string }>(
    `insert into announcement (title, content, type, video_address, position, created_at, changed_at)
     values ($1, $2, $3, $4, $5, now(), now()) returning id`,
    [title, RichText.parse(content), type, video ?? null, position],
  )
  for (const { width, height, files } of drawing ? await encodeSizes(sharp(Buffer.from(drawing)), drawn) : []) {
    const name = randomUUID()
    for (const { mediaType, bytes } of files) {
      await client.query(
        `insert into announcement_image (name, announcement_id, media_type, width, height, bytes)
         values ($1, $2, $3, $4, $5, $6)`,
        [name, inserted.rows[0]?.id, mediaType, width, height, bytes],
      )
    }
  }
}
