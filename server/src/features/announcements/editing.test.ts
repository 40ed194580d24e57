import { readAnnouncements, announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { readAnnouncementsFront } from '@portal/contract/announcements'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { editorAtWork, linkTo, photo, words } from './testing/editing.ts'

const success = { result: 'Success' }
const failed = (description: string) => ({ result: 'Failed', description })
const vimeo = '<iframe src="https://player.vimeo.com/video/76979871" width="640" allowfullscreen></iframe>'

let at: Awaited<ReturnType<typeof editorAtWork>>
beforeAll(async () => {
  at = await editorAtWork()
})
afterAll(() => at.portal.close())
beforeEach(() => at.portal.database.pool.query('delete from announcement'))

async function listed() {
  return readAnnouncements.reply.parse((await at.editor.get(readAnnouncements.path)).json())
}

async function only() {
  const [announcement, ...more] = await listed()
  if (!announcement || more.length > 0) throw new Error('There is not just one announcement')
  return announcement
}

async function front() {
  return readAnnouncementsFront.reply.parse((await at.portal.guest().get(readAnnouncementsFront.path)).json())
}

async function post(call: string, body: object) {
  return (await at.editor.post(`/api/v1/${call}`, body)).json<unknown>()
}

describe('adding (A§2, A§7)', () => {
  test('a text announcement pops up on the login page at once', async () => {
    expect(await at.addText('Office closed')).toEqual(success)
    expect(await only()).toMatchObject({ title: 'Office closed', type: null, featured_image: null, flag: 1 })
    expect((await front()).systemPop).toMatchObject({ title: 'Office closed', content: words('Words') })
  })

  test('there is one text announcement at most: whoever adds another is refused with the reason, also when two are added at once', async () => {
    const answers = await Promise.all([at.addText('One'), at.addText('Two')])
    expect(answers).toContainEqual(success)
    expect(answers).toContainEqual(failed(announcementConsoleTexts.onePopUpOnly))
    expect(await listed()).toHaveLength(1)
  })

  test.each([
    ['in other words', 'Other words'],
    ['just like before', 'Words'],
  ])('a second text announcement, %s, is refused, and the first one stays', async (_, said) => {
    await at.addText('Office closed')
    const again = { title: 'Office closed', content: JSON.stringify(words(said)) }
    const reply = await at.post('insert-announcement-without', again)
    expect(reply.json()).toEqual(failed(announcementConsoleTexts.onePopUpOnly))
    expect(await only()).toMatchObject({ title: 'Office closed', content: JSON.stringify(words('Words')) })
  })

  test.each(['one after the other', 'at the same moment'])(
    'an image or a video that is sent twice, %s, because the reply was lost, is there once and said to be added',
    async (when) => {
      const bytes = await photo()
      const add = [async () => await at.addImage('Picture', bytes), async () => await at.addVideo('Film', vimeo)]
      for (const send of add) {
        const replies =
          when === 'at the same moment' ? await Promise.all([send(), send()]) : [await send(), await send()]
        expect(replies.map((reply) => reply.json<unknown>())).toEqual([success, success])
      }
      expect((await listed()).map(({ title }) => title)).toEqual(['Film', 'Picture'])
    },
  )

  test('one that differs in a word, the image or the video, or that is not in front anymore, is another one', async () => {
    await at.addImage('Picture', await photo())
    await at.addImage('Picture', await photo(320, 320))
    await at.addVideo('Film', vimeo)
    await at.addVideo('Film', vimeo.replace('76979871', '2'))
    await at.addVideo('Film.', vimeo)
    await at.addVideo('Film', vimeo)
    expect(await listed()).toHaveLength(6)
  })

  test('an image comes before what is there, in the sizes of the slider and both formats', async () => {
    await at.addVideo('Film', vimeo)
    expect((await at.addImage('Picture', await photo(1600, 900))).json()).toEqual(success)
    const { announceList } = await front()
    expect(announceList.map(({ title }) => title)).toEqual(['Picture', 'Film'])
    const [picture] = announceList
    if (picture?.type !== 'Image') throw new Error('No image')
    expect(picture.images.map(({ width, height }) => [width, height])).toEqual([
      [480, 270],
      [800, 450],
      [1280, 720],
    ])
    const address = `/announcement-images/${picture.featured_image}`
    const modern = await at.portal.guest().get(address, { accept: 'image/avif,image/webp,*/*' })
    expect(modern.headers).toMatchObject({ 'content-type': 'image/avif', vary: 'accept' })
    expect(modern.rawPayload.subarray(4, 12).toString()).toBe('ftypavif')
    const older = await at.portal.guest().get(address, { accept: 'image/webp,image/png' })
    expect(older.headers).toMatchObject({ 'content-type': 'image/webp', vary: 'accept' })
    expect(older.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
  })

  test('a video is kept as its address, never as the code (R15)', async () => {
    expect((await at.addVideo('Film', vimeo)).json()).toEqual(success)
    expect(await only()).toMatchObject({ type: 'Video', featured_image: 'https://player.vimeo.com/video/76979871' })
  })

  test('a video whose code names none is refused with the reason, and nothing is announced', async () => {
    const reply = await at.addVideo('Film', '<b>bold</b>')
    expect(reply.json()).toEqual(failed(announcementConsoleTexts.videoNotUnderstood))
    expect(await listed()).toEqual([])
  })

  test.each([
    ['no title', { title: ' ' }, 'title', announcementConsoleTexts.titleRequired],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'title', announcementConsoleTexts.titleTooLong],
    ['a title that cannot be kept', { title: 'x\0' }, 'title', announcementConsoleTexts.titleRequired],
    ['no image', { myFile: '' }, 'myFile', announcementConsoleTexts.imageRequired],
    ['an empty file', { myFile: new File([], 'a.jpg') }, 'myFile', announcementConsoleTexts.imageRequired],
    ['no code', { type: 'Video', myFile: '' }, 'myFile', announcementConsoleTexts.videoRequired],
  ])('%s is refused at its field', async (_, wrong, field, message) => {
    const form = { type: 'Image', title: 'Title', content: JSON.stringify(words('Words')), ...wrong }
    const reply = await at.post('insert-announcement', { myFile: new File([await photo()], 'a.jpg'), ...form })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ errors: [{ field, message }] })
    expect(await listed()).toEqual([])
  })

  test('a form that is none is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const reply = await at.editor.post('/api/v1/insert-announcement-without', '--x\r\nnonsense', headers)
    expect(reply.statusCode).toBe(400)
  })
})

const deep = (depth: number): object =>
  depth === 0
    ? { type: 'paragraph' }
    : { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }, deep(depth - 1)] }] }
const doc = (...content: unknown[]) => JSON.stringify({ type: 'doc', content })
const street = { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ypao Rd' }] }] }
const { contentLink, contentNotAllowed, contentTooLong } = announcementConsoleTexts

describe('a content (R14)', () => {
  test.each([
    ['HTML', '<p onclick="alert(1)">Words</p>', contentNotAllowed],
    ['HTML as JSON', '"<script>alert(1)</script>"', contentNotAllowed],
    ['a script', doc({ type: 'script', content: [{ type: 'text', text: 'alert(1)' }] }), contentNotAllowed],
    ['an image', doc({ type: 'image', attrs: { src: 'x', onerror: 'alert(1)' } }), contentNotAllowed],
    ['a frame', doc({ type: 'iframe', attrs: { src: 'https://player.vimeo.com/video/1' } }), contentNotAllowed],
    [
      'an unknown mark',
      doc({ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'html' }] }] }),
      contentNotAllowed,
    ],
    ['a heading of a level of its own', doc({ type: 'heading', attrs: { level: 'script' } }), contentNotAllowed],
    ['an alignment of its own', doc({ type: 'paragraph', attrs: { textAlign: 'left;color:red' } }), contentNotAllowed],
    ['lists in lists without end', doc(deep(6)), contentNotAllowed],
    ['nesting that no reader stands', '['.repeat(30_000) + ']'.repeat(30_000), contentNotAllowed],
    ['a zero character', doc({ type: 'paragraph', content: [{ type: 'text', text: 'a\0' }] }), contentNotAllowed],
    ['half a character', doc({ type: 'paragraph', content: [{ type: 'text', text: '\ud800' }] }), contentNotAllowed],
    ['a link that runs something', JSON.stringify(linkTo('javascript:alert(1)')), contentLink],
    ['a link that hides it', JSON.stringify(linkTo('java\tscript:alert(1)')), contentLink],
    ['a link with data', JSON.stringify(linkTo('data:text/html,<script>alert(1)</script>')), contentLink],
    ['a link without encryption', JSON.stringify(linkTo('http://water.example')), contentLink],
    ['a link that names a user', JSON.stringify(linkTo('https://bank.example@water.example/a')), contentLink],
    ['a link with a password', JSON.stringify(linkTo('https://:x@water.example')), contentLink],
    ['a link within the portal', JSON.stringify(linkTo('/gwaadmin')), contentLink],
    ['a link with a zero character', JSON.stringify(linkTo('https://water.example/a\0')), contentLink],
    ['a link with half a character', JSON.stringify(linkTo('https://water.example/\ud800')), contentLink],
    ['a link of no text', JSON.stringify(linkTo('')).replace('""', '{}'), contentLink],
    [
      'too many words',
      doc(
        ...Array.from({ length: 400 }, () => ({
          type: 'paragraph',
          content: [{ type: 'text', text: 'x'.repeat(200) }],
        })),
      ),
      contentTooLong,
    ],
    ['far too many words', 'x'.repeat(120_000), contentTooLong],
  ])('with %s is refused in clear words', async (_, content, message) => {
    const reply = await at.post('insert-announcement-without', { title: 'Title', content })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ errors: [{ field: 'content', message }] })
    expect(await listed()).toEqual([])
  })

  test.each([
    ['a list of six hundred streets', { type: 'bulletList', content: Array.from({ length: 600 }, () => street) }],
    ['a paragraph that never ends', { type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(60_000) }] }],
  ])('with %s is kept: only the length of the whole counts', async (_, part) => {
    const content = doc(...Array.from({ length: 10 }, () => ({ type: 'paragraph' })), part)
    expect((await at.post('insert-announcement-without', { title: 'Title', content })).json()).toEqual(success)
    expect((await only()).content).toBe(content)
  })

  test('keeps every tool of the editor, and nothing else that it notes', async () => {
    const link = { type: 'link', attrs: { href: 'https://water.example/a' } }
    const marks = [{ type: 'bold' }, { type: 'italic' }, { type: 'underline' }, { type: 'strike' }, link]
    const item = (text: string) => ({
      type: 'listItem',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })
    const kept = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { textAlign: 'center', level: 1 }, content: [{ type: 'text', text: 'Title' }] },
        {
          type: 'paragraph',
          attrs: { textAlign: 'justify' },
          content: [{ type: 'text', marks, text: 'Words' }, { type: 'hardBreak' }],
        },
        { type: 'bulletList', content: [item('One')] },
        { type: 'orderedList', attrs: { start: 3 }, content: [item('Three')] },
      ],
    }
    const noted = JSON.stringify(kept).replace('"href"', '"target":"_blank","class":"x","onclick":"alert(1)","href"')
    expect((await at.post('insert-announcement-without', { title: 'Title', content: noted })).json()).toEqual(success)
    const { content } = await only()
    expect(JSON.parse(content)).toEqual(kept)
  })
})

describe('changing (A§7)', () => {
  test('the words only: the image stays, and the login page has the new words at once', async () => {
    await at.addImage('Picture', await photo())
    const { id, type, featured_image, version } = await only()
    const change = { id, type, featured_image, title: 'Other', content: JSON.stringify(words('Other')), version }
    expect(await post('update-content-announcement', change)).toEqual(success)
    const { announceList } = await front()
    expect(announceList).toMatchObject([{ title: 'Other', content: words('Other'), featured_image }])
  })

  test('the System Pop up, whose type and image are empty', async () => {
    await at.addText('Office closed')
    const { id } = await only()
    const change = { id, type: '', featured_image: '', title: 'Office open', content: JSON.stringify(words('Again')) }
    expect(await post('update-content-announcement', change)).toEqual(success)
    expect((await front()).systemPop?.title).toBe('Office open')
  })

  test('image for image and for video: the files of the one before are forgotten', async () => {
    await at.addImage('Picture', await photo())
    const before = await only()
    const form = { id: String(before.id), title: 'Other', content: JSON.stringify(words('Other')) }
    const file = new File([await photo(320, 320)], 'b.jpg')
    const replaced = await at.post('update-content-with-announcement', { ...form, type: 'Image', myFile: file })
    expect(replaced.json()).toEqual(success)
    const after = await only()
    expect(after.images.map(({ width }) => width)).toEqual([480])
    expect(after.version).toBe(before.version + 1)
    const gone = await at.portal.guest().get(`/announcement-images/${before.featured_image}`)
    expect(gone.statusCode).toBe(404)

    await at.post('update-content-with-announcement', { ...form, type: 'Video', myFile: vimeo })
    expect(await only()).toMatchObject({ type: 'Video', images: [] })
    const { rows } = await at.portal.database.pool.query('select 1 from announcement_image')
    expect(rows).toEqual([])
  })

  test('a change that is sent again, because the reply was lost, is made once and said to be made', async () => {
    await at.addImage('Picture', await photo())
    const { id, type, featured_image, version } = await only()
    const content = JSON.stringify(words('Other'))
    const change = { id, type, featured_image, title: 'Other', content, version }
    for (const _ of ['sent', 'again']) expect(await post('update-content-announcement', change)).toEqual(success)
    expect((await only()).version).toBe(version + 1)

    const form = { id: String(id), title: 'Other', content }
    const file = new File([await photo(320, 320)], 'b.jpg')
    const media = [{ type: 'Image', myFile: file } as const, { type: 'Video', myFile: vimeo } as const]
    for (const [n, shown] of media.entries()) {
      const replace = { ...form, ...shown, version: String(version + 1 + n) }
      for (const _ of ['sent', 'again']) {
        expect((await at.post('update-content-with-announcement', replace)).json()).toEqual(success)
      }
      expect(await only()).toMatchObject({ type: shown.type, version: version + 2 + n })
    }
  })

  test('the later of two editors is refused with the reason, and nothing of theirs is kept', async () => {
    await at.addVideo('Film', vimeo)
    const { id, type, featured_image, version } = await only()
    const content = JSON.stringify(words('Words'))
    const change = (title: string) => ({ id, type, featured_image, title, content, version })
    const answers = [
      await post('update-content-announcement', change('Mine')),
      await post('update-content-announcement', change('Theirs')),
    ]
    expect(answers).toEqual([success, failed(announcementConsoleTexts.changedMeanwhile)])
    const form = { id: String(id), type: 'Video', title: 'Theirs', content, myFile: vimeo, version: String(version) }
    const replaced = await at.post('update-content-with-announcement', form)
    expect(replaced.json()).toEqual(failed(announcementConsoleTexts.changedMeanwhile))
    expect((await only()).title).toBe('Mine')
  })

  test.each([
    ['an image with another name', { type: 'Image', featured_image: 'x' }],
    ['another video', { type: 'Video', featured_image: 'https://player.vimeo.com/video/1' }],
    [
      'an image with the name of the video',
      { type: 'Image', featured_image: 'https://player.vimeo.com/video/76979871' },
    ],
    ['nothing', {}],
  ])('words for %s, where a video is by now, are not kept, also from pages that know no version', async (_, kept) => {
    await at.addVideo('Film', vimeo)
    const { id } = await only()
    const change = { id, ...kept, title: 'Mine', content: JSON.stringify(words('Words')) }
    expect(await post('update-content-announcement', change)).toEqual(failed(announcementConsoleTexts.changedMeanwhile))
    expect((await only()).title).toBe('Film')
  })

  test('the eye hides from the login page at once, shows again, and disturbs nobody who is writing', async () => {
    await at.addVideo('Film', vimeo)
    const { id, version } = await only()
    expect(await post('update-flag-announcement', { id, flag: 0 })).toEqual(success)
    expect((await front()).announceList).toEqual([])
    expect(await only()).toMatchObject({ flag: 0, version })
    expect(await post('update-flag-announcement', { id, flag: 1 })).toEqual(success)
    expect((await front()).announceList).toHaveLength(1)
  })

  test('deleting takes it and its files away at once', async () => {
    await at.addImage('Picture', await photo())
    const { id, featured_image } = await only()
    expect(await post('delete-announcement', { id })).toEqual(success)
    expect(await front()).toEqual({ announceList: [], systemPop: null })
    expect((await at.portal.guest().get(`/announcement-images/${featured_image}`)).statusCode).toBe(404)
  })

  test('what somebody else has deleted can neither be changed, shown nor deleted again', async () => {
    const gone = failed(announcementConsoleTexts.gone)
    const content = JSON.stringify(words('Words'))
    expect(await post('update-content-announcement', { id: 4711, title: 'Title', content })).toEqual(gone)
    expect(await post('update-flag-announcement', { id: 4711, flag: 1 })).toEqual(gone)
    expect(await post('delete-announcement', { id: 4711 })).toEqual(gone)
    const form = { id: '4711', type: 'Video', title: 'Title', content, myFile: vimeo }
    expect((await at.post('update-content-with-announcement', form)).json()).toEqual(gone)
  })

  test.each([
    ['update-flag-announcement', { id: 1, flag: 2 }],
    ['update-flag-announcement', { id: 'x', flag: 1 }],
    ['delete-announcement', { id: -1 }],
    ['delete-announcement', {}],
    ['update-content-announcement', { id: 1, type: 'Script', title: 'x', content: doc() }],
  ])('%s of %j is refused', async (call, body) => {
    expect((await at.editor.post(`/api/v1/${call}`, body)).statusCode).toBe(400)
  })
})

test('a spoilt content does not keep the console from listing, so that it can be written anew', async () => {
  await at.addText('Office closed')
  await at.portal.database.pool.query('update announcement set content = $1', [
    { type: 'doc', content: [{ type: 'script' }] },
  ])
  expect(await only()).toMatchObject({ title: 'Office closed', content: '{"type":"doc","content":[]}' })
})

test('every change is written down with what was before and after (docs/security.md)', async () => {
  await at.addVideo('Film', vimeo)
  const { id, type, featured_image } = await only()
  const content = JSON.stringify(words('New'))
  await post('update-content-announcement', { id, type, featured_image, title: 'Other', content })
  await post('update-flag-announcement', { id, flag: 0 })
  expect(await post('update-flag-announcement', { id, flag: 0 })).toEqual(success)
  await post('update-flag-announcement', { id, flag: 1 })
  await post('delete-announcement', { id })
  const { rows } = await at.portal.database.pool.query<{
    action: string
    subject: string
    before: string
    after: string
  }>(
    `select action, subject, before_change as before, after_change as after from audit_entry
     where action like 'announcement-%' order by id desc limit 5`,
  )
  expect(rows.toReversed()).toMatchObject([
    { action: 'announcement-added', subject: 'Film', before: null, after: expect.stringContaining('76979871') },
    {
      action: 'announcement-changed',
      subject: 'Film',
      before: expect.stringContaining('Words'),
      after: expect.stringContaining('New'),
    },
    { action: 'announcement-shown', subject: 'Other', before: '{"flag":1}', after: '{"flag":0}' },
    { action: 'announcement-shown', subject: 'Other', before: '{"flag":0}', after: '{"flag":1}' },
    { action: 'announcement-deleted', subject: 'Other', after: null },
  ])
})
