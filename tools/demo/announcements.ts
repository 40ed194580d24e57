import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { RichText, type Inline, type Mark, type RichTextBlock } from '@portal/contract/announcements'
import { encodeSizes } from '@portal/server/features/announcements/encode-image.ts'
import pg from 'pg'
import sharp from 'sharp'

const drawn = { width: 1280, height: 720 } as const
const fileOf = (picture: string): string => fileURLToPath(new URL(`pictures/${picture}.svg`, import.meta.url))

/** Does nothing if the database has ever had announcements: somebody may have deleted them all. */
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
  const { title, content, picture, video } = announcement
  const withoutPicture = video ? 'Video' : null
  const type = picture ? 'Image' : withoutPicture
  const inserted = await client.query<{ id: string }>(
    `insert into announcement (title, content, type, video_address, position, created_at, changed_at)
     values ($1, $2, $3, $4, $5, now(), now()) returning id`,
    [title, RichText.parse(content), type, video ?? null, position],
  )
  for (const { width, height, files } of picture ? await encodeSizes(sharp(fileOf(picture)), drawn) : []) {
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

/** An announcement of the demo utility, as an administrator would have written it. */
interface DemoAnnouncement {
  title: string
  content: RichText
  /** An image is drawn here, a video is on another site. Without either, it is the system pop-up. */
  picture?: 'hydrant' | 'leak' | 'usage'
  video?: string
}

const text = (words: string, ...marks: Mark[]): Inline => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})
const link = (words: string, href: string): Inline => text(words, { type: 'link', attrs: { href } })
const bold = (words: string): Inline => text(words, { type: 'bold' })
const paragraph = (...content: Inline[]) => ({ type: 'paragraph', content }) as const
const heading = (words: string): RichTextBlock => ({ type: 'heading', attrs: { level: 2 }, content: [text(words)] })
const bullets = (...items: Inline[][]): RichTextBlock => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(...item)] })),
})
const doc = (...content: RichTextBlock[]): RichText => ({ type: 'doc', content })

const demoAnnouncements: readonly DemoAnnouncement[] = [
  {
    title: 'We are flushing water mains in the northern villages',
    picture: 'hydrant',
    content: doc(
      paragraph(
        text('Crews open hydrants at night to clear sediment from the mains. The water is '),
        bold('safe to use'),
        text(', but it may look cloudy for an hour.'),
      ),
      heading('What you can do'),
      bullets(
        [text('Run a cold faucet until the water is clear.')],
        [text('Wait with white laundry until then.')],
        [text('Keep some drinking water in the fridge.')],
      ),
      paragraph(
        text('Still cloudy in the morning? Call '),
        link('671-555-0111', 'tel:671-555-0111'),
        text(', day and night.'),
      ),
    ),
  },
  {
    title: 'A silent leak can double your bill. Find it in ten minutes',
    picture: 'leak',
    content: doc(
      paragraph(
        text('A silently running toilet can waste 200 gallons a day. Try these two tests. You don’t need tools.'),
      ),
      heading('The meter test'),
      paragraph(
        text(
          'Turn off every faucet, read the meter, wait 30 minutes and read it again. If the number changed, you have a leak.',
        ),
      ),
      heading('The dye test'),
      paragraph(
        text(
          'Put a few drops of food coloring into the toilet tank. If the bowl has color after 15 minutes, the flapper leaks.',
        ),
      ),
    ),
  },
  {
    title: 'See your water use month by month',
    picture: 'usage',
    content: doc(
      paragraph(
        text(
          'With an online account, you see 12 months of water use and bills, your average, and every bill to print or save. To register, you need your ',
        ),
        bold('account number'),
        text(' and your '),
        bold('billing zip code'),
        text('.'),
      ),
    ),
  },
  {
    title: 'A video in an announcement',
    video: 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
    content: doc(
      paragraph(
        text(
          'Announcements can show videos from allowed sites. A video loads only when you select Play. This demonstration shows ',
        ),
        text('Big Buck Bunny', { type: 'italic' }),
        text(' by the Blender Foundation (CC BY 3.0).'),
      ),
    ),
  },
  {
    title: 'Beware of calls that claim to be from us',
    content: doc(
      paragraph(text('We never call to ask for your card number or password. We never text you a link to pay.')),
      paragraph(
        bold('Hang up'),
        text(' and call us at '),
        link('671-555-0100', 'tel:671-555-0100'),
        text(' if you are not sure.'),
      ),
    ),
  },
]
