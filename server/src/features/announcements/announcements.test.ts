import { randomUUID } from 'node:crypto'
import { readAnnouncementsFront, type RichText } from '@portal/contract/announcements'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../http/testing/app.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp()
})
afterAll(() => portal.close())
beforeEach(() => portal.database.pool.query('delete from announcement'))

const words: RichText = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] }

interface Announced {
  title: string
  type: 'Image' | 'Video' | null
  content?: object
  video?: string
  position?: number
  isVisible?: boolean
  widths?: readonly number[]
}

/** Announces as the console will. @returns the names of its image's files, the narrowest first */
async function announce(given: Announced): Promise<string[]> {
  const now = portal.deps.clock.now()
  const { id } = await portal.deps.db
    .insertInto('announcement')
    .values({
      title: given.title,
      content: JSON.stringify(given.content ?? words),
      type: given.type,
      video_address: given.video ?? null,
      is_visible: given.isVisible ?? true,
      position: given.position ?? 0,
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names: string[] = []
  for (const width of given.widths ?? []) {
    const name = randomUUID()
    names.push(name)
    const file = { name, announcement_id: id, media_type: 'image/avif', width, height: (width * 9) / 16 } as const
    await portal.deps.db
      .insertInto('announcement_image')
      .values({ ...file, bytes: Buffer.from(`${width}`) })
      .execute()
  }
  return names
}

async function front() {
  const reply = await portal.guest().get(readAnnouncementsFront.path)
  expect(reply.statusCode).toBe(200)
  return readAnnouncementsFront.reply.parse(reply.json())
}

describe('the login page (C§2.2, C§7)', () => {
  test('without announcements shows none', async () => {
    expect(await front()).toEqual({ announceList: [], systemPop: null })
  })

  test('gets the visible announcements in their order, images with every size, and the pop-up apart', async () => {
    await announce({ title: 'Film', type: 'Video', video: 'https://player.vimeo.com/video/1', position: 2 })
    const names = await announce({ title: 'Picture', type: 'Image', widths: [640, 1280], position: 1 })
    await announce({ title: 'Hidden', type: 'Image', widths: [640], isVisible: false })
    await announce({ title: 'Office closed', type: null })
    const { announceList, systemPop } = await front()
    expect(announceList.map(({ title }) => title)).toEqual(['Picture', 'Film'])
    expect(announceList[0]).toMatchObject({
      type: 'Image',
      content: words,
      featured_image: names[1],
      images: [
        { name: names[0], width: 640, height: 360 },
        { name: names[1], width: 1280, height: 720 },
      ],
    })
    expect(announceList[1]).toMatchObject({ type: 'Video', featured_image: 'https://player.vimeo.com/video/1' })
    expect(systemPop).toMatchObject({ title: 'Office closed', content: words })
  })

  test('of two that were added in the same moment, the later one comes first', async () => {
    await announce({ title: 'Earlier', type: 'Image', widths: [640] })
    await announce({ title: 'Later', type: 'Image', widths: [640] })
    expect((await front()).announceList.map(({ title }) => title)).toEqual(['Later', 'Earlier'])
  })

  test('a hidden pop-up does not pop up', async () => {
    await announce({ title: 'Office closed', type: null, isVisible: false })
    expect((await front()).systemPop).toBeNull()
  })

  test.each([
    ['a video of a host that the profile does not list (R15)', { type: 'Video', video: 'https://evil.example/1' }],
    ['a video whose host only looks listed', { type: 'Video', video: 'https://player.vimeo.com.evil.example/1' }],
    ['a video with a name before its host', { type: 'Video', video: 'https://player.vimeo.com@evil.example/1' }],
    ['an image without a file', { type: 'Image' }],
    ['a node that is not allowed', { type: null, content: { type: 'doc', content: [{ type: 'script' }] } }],
    ['a link that runs something (R14)', { type: null, content: linkTo('javascript:alert(1)') }],
    ['a link without encryption', { type: null, content: linkTo('http://water.example') }],
  ] as const)('%s is left out, and the others stay', async (_, spoilt) => {
    await announce({ title: 'Spoilt', ...spoilt })
    await announce({ title: 'Good', type: 'Image', widths: [640] })
    const { announceList, systemPop } = await front()
    expect(systemPop).toBeNull()
    expect(announceList.map(({ title }) => title)).toEqual(['Good'])
  })

  test('a link that names a user, from before this was refused, hides no announcement: the page shows its words', async () => {
    const content = linkTo('https://bank.example@water.example')
    await announce({ title: 'Office closed', type: null, content })
    expect((await front()).systemPop).toMatchObject({ title: 'Office closed', content })
  })

  test('there is one system pop-up at most (A§2)', async () => {
    await announce({ title: 'One', type: null })
    await expect(announce({ title: 'Two', type: null })).rejects.toThrow(/announcement_one_system_pop_up/)
  })
})

describe('a file of an image', () => {
  test('is sent as what it was encoded as, to be kept forever and never to be guessed at', async () => {
    const [name] = await announce({ title: 'Picture', type: 'Image', widths: [640] })
    const reply = await portal.guest().get(`/announcement-images/${name}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('640')
    expect(reply.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([randomUUID(), 'x', '..%2f..%2fpackage.json'])('named %s is not found', async (name) => {
    expect((await portal.guest().get(`/announcement-images/${name}`)).statusCode).toBe(404)
  })
})

function linkTo(href: string): object {
  const text = { type: 'text', text: 'Here', marks: [{ type: 'link', attrs: { href } }] }
  return { type: 'doc', content: [{ type: 'paragraph', content: [text] }] }
}
