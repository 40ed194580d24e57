import { type ListedAnnouncement, readAnnouncements } from '@portal/contract/announcement-editing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { editorAtWork, photo, words } from './testing/editing.ts'

const content = JSON.stringify(words('Other words'))
const myFile = 'https://player.vimeo.com/video/2'

let at: Awaited<ReturnType<typeof editorAtWork>>
beforeAll(async () => {
  at = await editorAtWork()
})
afterAll(() => at.portal.close())
beforeEach(async () => {
  await at.portal.database.pool.query('delete from announcement')
  for (const title of ['First', 'Second']) await at.addImage(title, await photo(640, 360))
  await at.addText('Pop up')
})

async function listed() {
  return readAnnouncements.reply.parse((await at.editor.get(readAnnouncements.path)).json())
}

const post = async (call: string, body: object) => (await at.editor.post(`/api/v1/${call}`, body)).json<unknown>()

test.each<[string, (one: ListedAnnouncement) => Promise<unknown>]>([
  [
    'new words',
    ({ id, type, featured_image, version }) =>
      post('update-content-announcement', { id, type, featured_image, version, title: 'x', content }),
  ],
  [
    'a video in place of its image',
    async ({ id }) => {
      const form = { id: String(id), type: 'Video', title: 'x', content, myFile }
      return (await at.post('update-content-with-announcement', form)).json<unknown>()
    },
  ],
  ['hiding', ({ id }) => post('update-flag-announcement', { id, flag: 0 })],
  ['deleting', ({ id }) => post('delete-announcement', { id })],
])('%s changes one announcement: all others stay as they were, with their images', async (_, change) => {
  const before = await listed()
  const one = before.find(({ title }) => title === 'First')
  if (!one) throw new Error('There is no announcement to change')
  const others = before.filter(({ id }) => id !== one.id)
  expect(others.map(({ title }) => title)).toEqual(['Pop up', 'Second'])
  expect(await change(one)).toEqual({ result: 'Success' })
  const after = await listed()
  expect(after).not.toEqual(before)
  expect(after.filter(({ id }) => id !== one.id)).toEqual(others)
  for (const { name } of others.flatMap(({ images }) => images)) {
    expect((await at.portal.guest().get(`/announcement-images/${name}`)).statusCode).toBe(200)
  }
})
