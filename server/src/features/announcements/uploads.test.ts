import { crc32 } from 'node:zlib'
import { readAnnouncements, announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { commonProblems } from '@portal/contract/problem'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { whileChanged } from '../../database/testing/while-changed.ts'
import { editorAtWork, photo } from './testing/editing.ts'

let at: Awaited<ReturnType<typeof editorAtWork>>
beforeAll(async () => {
  at = await editorAtWork()
})
afterAll(() => at.portal.close())
beforeEach(() => at.portal.database.pool.query('delete from announcement'))

const solid = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 30, alpha: 0 } } })
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><script>alert(1)</script></svg>'

/** What the login page would fetch, largest size. */
async function shown(): Promise<Buffer> {
  const listed = readAnnouncements.reply.parse((await at.editor.get(readAnnouncements.path)).json())
  const reply = await at.portal.guest().get(`/announcement-images/${listed[0]?.featured_image}`)
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload
}

/** A PNG that claims to be of that size, as bombs do. */
async function pngOf(width: number, height: number): Promise<Buffer> {
  const png = await solid(8, 8).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

const film = async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 640, height: 360, channels: 3, background } })
      .png()
      .toBuffer()
  return await sharp([await frame('#f00'), await frame('#00f')], { join: { animated: true } })
    .webp()
    .toBuffer()
}
const { imageBroken, imageMoves, imageTooLarge, imageTooSmall, imageUnknown } = announcementConsoleTexts

describe('a file (docs/security.md)', () => {
  test.each([
    ['a drawing', async () => Buffer.from(svg), 'drawing.svg', imageUnknown],
    ['a drawing that calls itself a photo', async () => Buffer.from(svg), 'photo.jpg', imageUnknown],
    ['a drawing behind blanks', async () => Buffer.from(`\n\n<?xml version="1.0"?>${svg}`), 'photo.png', imageUnknown],
    ['a page', async () => Buffer.from('<html><script>alert(1)</script>'), 'photo.png', imageUnknown],
    ['a document', async () => Buffer.from('%PDF-1.7\n'), 'photo.png', imageUnknown],
    ['an animation', async () => await solid(640, 360).gif().toBuffer(), 'photo.gif', imageUnknown],
    [
      'a format that browsers do not know',
      async () => Buffer.from('0000001c667479706865696300000000', 'hex'),
      'a.heic',
      imageUnknown,
    ],
    ['a film as WebP', film, 'film.webp', imageMoves],
    ['only the beginning of a photo', async () => (await photo(1600, 900)).subarray(0, 2000), 'photo.jpg', imageBroken],
    ['only the name of a format', async () => Buffer.from('ffd8ff', 'hex'), 'photo.jpg', imageBroken],
    [
      'a page that begins like a photo',
      async () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(svg)]),
      'photo.jpg',
      imageBroken,
    ],
    ['a bomb of many gigabytes', async () => await pngOf(60_000, 60_000), 'photo.png', imageTooLarge],
    ['more pixels than we take', async () => await pngOf(10_000, 5001), 'photo.png', imageTooLarge],
    ['a small icon', async () => await solid(64, 64).png().toBuffer(), 'icon.png', imageTooSmall],
  ])('that is %s is refused in clear words', async (_, make, name, description) => {
    const reply = await at.addImage('Picture', await make(), name)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({ result: 'Failed', description })
    expect((await at.editor.get(readAnnouncements.path)).json()).toEqual([])
  })

  test('of more than ten megabytes is refused while it arrives', async () => {
    const reply = await at.addImage('Picture', Buffer.concat([await photo(), Buffer.alloc(10 * 1024 * 1024)]))
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ title: commonProblems['too-large'].title })
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('in %s is taken, whatever it is called', async (format) => {
    const reply = await at.addImage('Picture', await solid(640, 360).toFormat(format).toBuffer(), 'virus.exe')
    expect(reply.json()).toEqual({ result: 'Success' })
  })

  test('that is a photo and a page at once is shown as a photo only: nothing of it is passed on', async () => {
    await at.addImage('Picture', Buffer.concat([await photo(), Buffer.from(svg)]))
    expect((await shown()).includes('script')).toBe(false)
  })

  test('loses what it tells about its maker, and stands upright', async () => {
    const told = { IFD0: { Make: 'Camera', Artist: 'Maria Cruz' }, IFD3: { GPSLatitude: '13/1 28/1 0/1' } }
    const lying = await solid(900, 1600).withExif(told).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    await at.addImage('Picture', lying)
    const { exif, icc, xmp, orientation, width, height } = await sharp(await shown()).metadata()
    expect({ exif, icc, xmp, orientation }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      orientation: undefined,
    })
    expect([width, height]).toEqual([1280, 720])
  })

  test('of another shape is shown whole, with room beside it; a photo of nearly the shape fills it', async () => {
    await at.addImage('Poster', await solid(900, 1600).flatten({ background: '#c81e1e' }).png().toBuffer())
    const poster = await sharp(await shown())
      .raw()
      .toBuffer({ resolveWithObject: true })
    const alpha = (x: number, y: number) => poster.data[(y * poster.info.width + x) * poster.info.channels + 3]
    expect([alpha(5, 360), alpha(640, 5), alpha(640, 715)]).toEqual([0, 255, 255])

    await at.addImage('Photo', await photo(1600, 1200))
    expect(await sharp(await shown()).stats()).toMatchObject({ isOpaque: true })
  })

  test('weighs no more than a slow line bears, however restless it is', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const restless = sharp({ create: { width: 800, height: 450, channels: 3, background: '#888', noise } })
    await at.addImage('Picture', await restless.jpeg({ quality: 95 }).toBuffer())
    const kilobytes = (await shown()).length / 1024
    expect(kilobytes).toBeGreaterThan(20)
    expect(kilobytes).toBeLessThanOrEqual(100)
  })

  test('has to wait when many are being worked on, and says so', async () => {
    const bytes = await photo(480, 270)
    const replies = await Promise.all(
      Array.from({ length: 8 }, async () => (await at.addImage('Picture', bytes)).json<unknown>()),
    )
    expect(replies).toContainEqual({ result: 'Success' })
    expect(replies).toContainEqual({ result: 'Failed', description: announcementConsoleTexts.imagesBusy })
  })
})

test.each([
  ['whose session ends', 401, 'delete from session'],
  ['who is given another level', 403, 'update admin_user set level = 5'],
])('given an editor %s while the image is encoded, then it is not announced (%i)', async (_, status, sql) => {
  const [own, picture] = [await editorAtWork(), await photo(1600, 900)]
  const { pool } = own.portal.database
  const reply = await whileChanged(pool, { sql, values: [] }, () => own.addImage('Title', picture))
  expect([reply.statusCode, (await pool.query('select from announcement')).rowCount]).toEqual([status, 0])
  await own.portal.close()
})
