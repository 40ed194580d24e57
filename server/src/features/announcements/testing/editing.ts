import type { RichText } from '@portal/contract/announcements'
import sharp from 'sharp'
import { type TestApp, type TestBrowser, testApp } from '../../../http/testing/app.ts'

export function words(text: string): RichText {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
}

/** Its only words are a link. */
export function linkTo(href: string): object {
  const text = { type: 'text', text: 'Here', marks: [{ type: 'link', attrs: { href } }] }
  return { type: 'doc', content: [{ type: 'paragraph', content: [text] }] }
}

export async function photo(width = 480, height = 270): Promise<Buffer> {
  const background = { r: 20, g: 90, b: 180 }
  return await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

export async function postForm(
  { app }: Pick<TestApp, 'app'>,
  { cookies }: TestBrowser,
  path: string,
  fields: Readonly<Record<string, string | Blob>>,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const sent = new Response(form)
  return await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    cookies: Object.fromEntries(cookies),
    payload: Buffer.from(await sent.arrayBuffer()),
  })
}

/** A signed-in member of the announcement group. */
export async function editorAtWork() {
  const portal = await testApp()
  const editor = await portal.administrator(6)
  const post = async (path: string, fields: Readonly<Record<string, string | Blob>>, as: TestBrowser = editor) =>
    await postForm(portal, as, `/api/v1/${path}`, fields)
  const content = JSON.stringify(words('Words'))
  return {
    portal,
    editor,
    post,
    addText: async (title: string) => (await post('insert-announcement-without', { title, content })).json<unknown>(),
    addImage: async (title: string, bytes: Buffer, name = 'photo.jpg') =>
      await post('insert-announcement', {
        type: 'Image',
        title,
        content,
        myFile: new File([new Uint8Array(bytes)], name),
      }),
    addVideo: async (title: string, code: string) =>
      await post('insert-announcement', { type: 'Video', title, content, myFile: code }),
  }
}
