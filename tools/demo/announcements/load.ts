import { randomUUID } from 'node:crypto'
import { announcementImageShape } from '@portal/contract/announcements'
import { RichText } from '@portal/contract/rich-text'
import pg from 'pg'
import sharp from 'sharp'
import { type DemoAnnouncement, demoAnnouncements } from './contents.ts'

/** Telephones, tablets, and the widest the slider ever is at two pixels for one. */
const widths = [480, 800, 1280] as const

interface ImageFile {
  width: number
  height: number
  bytes: Buffer
}

/**
 * Puts the demo's announcements on the login page of a database that never had any: whoever deletes them all is not given them
 * again.
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
  const type = drawing ? 'Image' : video ? 'Video' : null
  const inserted = await client.query<{ id: string }>(
    `insert into announcement (title, content, type, video_address, position, created_at, changed_at)
     values ($1, $2, $3, $4, $5, now(), now()) returning id`,
    [title, RichText.parse(content), type, video ?? null, position],
  )
  for (const { width, height, bytes } of drawing ? await imageFiles(drawing) : []) {
    await client.query(
      `insert into announcement_image (name, announcement_id, media_type, width, height, bytes)
       values ($1, $2, 'image/avif', $3, $4, $5)`,
      [randomUUID(), inserted.rows[0]?.id, width, height, bytes],
    )
  }
}

function imageFiles(drawing: string): Promise<ImageFile[]> {
  return Promise.all(
    widths.map(async (width) => {
      const height = Math.round((width * announcementImageShape.height) / announcementImageShape.width)
      const bytes = await sharp(Buffer.from(drawing)).resize(width, height).avif({ quality: 60, effort: 2 }).toBuffer()
      return { width, height, bytes }
    }),
  )
}
