import sharp from 'sharp'
import { z } from 'zod'
import { type Browser, DiffersFromSpecification } from './browser.ts'
import { resultWord } from './words.ts'

/** Announcement (A§3). An entry with no type or no featured_image is a text-only System Pop up. */
const Listed = z.object({
  id: z.number(),
  title: z.string(),
  /** Stored serialised. */
  content: z.string(),
  type: z.literal(['Image', 'Video']).nullable(),
  featured_image: z.string().nullable(),
  flag: z.literal([0, 1]),
})
type Listed = z.infer<typeof Listed>

/** Rich text, stored serialised (A§3): the JSON of an editor, by R14. */
const content = JSON.stringify({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hydrants are flushed on Friday.' }] }],
})
const embedCode = '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ" allowfullscreen></iframe>'
const Done = resultWord('Success')

/** The tab Announcements (A§2): adds, shows, changes and deletes one of each kind. */
export async function manageAnnouncements(browser: Browser): Promise<void> {
  const before = await list(browser)
  await addText(browser, before)
  const image = new File([await picture()], 'hydrant.png', { type: 'image/png' })
  const texts = { title: 'Flushing hydrants', content }
  const form = { type: 'Image', ...texts, myFile: image }
  await browser.postForm('A§7', '/api/v1/insert-announcement', form, Done)

  const [added] = await addedSince(browser, before)
  if (!added) throw new DiffersFromSpecification('announcements (A§7) does not list what was added')
  const { id, type, featured_image } = added
  const words = { id, type, featured_image, title: 'Flushing hydrants again', content }
  await browser.post('A§7', '/api/v1/update-content-announcement', words, Done)
  const video = { id: String(id), type: 'Video', ...texts, myFile: embedCode }
  await browser.postForm('A§7', '/api/v1/update-content-with-announcement', video, Done)
  for (const flag of [0, 1]) await browser.post('A§4, A§7', '/api/v1/update-flag-announcement', { id, flag }, Done)

  for (const one of await addedSince(browser, before)) {
    await browser.post('A§7', '/api/v1/delete-announcement', { id: one.id }, Done)
  }
}

/** Add Text is disabled once a text-only announcement exists (A§2): then the server refuses it as well. */
async function addText(browser: Browser, before: readonly Listed[]): Promise<void> {
  const path = '/api/v1/insert-announcement-without'
  const form = { title: 'Boil your water', content }
  if (before.every(({ type }) => type !== null)) {
    await browser.postForm('A§7', path, form, Done)
    const listed = await addedSince(browser, before)
    for (const { id } of listed) await browser.post('A§7', '/api/v1/update-flag-announcement', { id, flag: 0 }, Done)
  }
  await browser.postForm('A§2', path, form, z.object({ result: z.string().regex(/^(?!Success$)/, 'not Success') }))
}

async function list(browser: Browser): Promise<Listed[]> {
  return await browser.get('A§7', '/api/v1/announcements', z.array(Listed))
}

async function addedSince(browser: Browser, before: readonly Listed[]): Promise<Listed[]> {
  const known = new Set(before.map(({ id }) => id))
  const added = (await list(browser)).filter(({ id }) => !known.has(id))
  return added.toSorted((a, b) => Number(a.type === null) - Number(b.type === null))
}

async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 640, height: 360, channels: 3, background: '#036' } as const
  return new Uint8Array(await sharp({ create }).png().toBuffer())
}
