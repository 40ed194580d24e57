import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { readAnnouncementsFront } from '@portal/contract/announcements'
import { readMaintenance } from '@portal/contract/maintenance'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testServer } from '#testing/server.ts'

/** Newer than a supported browser. */
const newer: readonly [object, string][] = [
  [AbortSignal, 'any'],
  [URL, 'canParse'],
  [URL, 'parse'],
  [String.prototype, 'isWellFormed'],
  [Intl, 'Segmenter'],
]

let removed: [object, string, PropertyDescriptor][]
beforeEach(() => {
  vi.resetModules()
  removed = newer.flatMap(([owner, name]) => {
    const found = Object.getOwnPropertyDescriptor(owner, name)
    Reflect.deleteProperty(owner, name)
    return found ? [[owner, name, found]] : []
  })
})
afterEach(() => {
  for (const [owner, name, found] of removed) Object.defineProperty(owner, name, found)
  vi.unstubAllGlobals()
})

test('given an older browser, then a call is answered, and can be given up', async () => {
  const { send } = await import('#api/send.ts')
  const server = testServer()
  server.replies(readMaintenance, [
    { id: 1, flag: 0 },
    { id: 2, flag: 0 },
  ])
  await send(readMaintenance, { signal: new AbortController().signal })
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    throw signal?.reason
  })
  const leaving = new AbortController()
  const abandoned = send(readMaintenance, { signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(abandoned).rejects.toThrow('left')
  const late = send(readMaintenance, { signal: new AbortController().signal, timeoutSeconds: 0.01 })
  await expect(late).rejects.toMatchObject({ name: 'unreachable' })
})

test('given an older browser, then news with a link arrive', async () => {
  const { readReply } = await import('#api/send.ts')
  const marks = [{ type: 'link', attrs: { href: 'https://water.example' } }]
  const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'More', marks }] }] }
  const reply = { announceList: [], systemPop: { id: 1, title: 'Outage', content } }
  expect(JSON.stringify(readReply(readAnnouncementsFront, true, JSON.stringify(reply)))).toContain('water.example')
})

test('given an older browser, then the bill that an email links to is opened after login', async () => {
  const { placeAfterSignIn } = await import('#session/storage.ts')
  expect(placeAfterSignIn('/view-bill?id=1')).toBe('/view-bill?id=1')
})

test('given an older browser, then a PDF takes a letter with its marks, a flag and a family for one character each', async () => {
  const { runsOf } = await import('#pdf/runs.ts')
  const letters = new Set(Array.from('Zo □', (letter) => letter.codePointAt(0) ?? 0))
  const text = runsOf('Zo\u0332 🇬🇺 👩🏽‍👩‍👧 ❤️', [{ name: 'plain', letters }]).map((run) => run.text)
  expect(text.join('')).toBe('Zo □ □ □')
})

test.each([
  ['a browser that is too old', true],
  ['a supported browser', false],
])('%s: whether the page names the ones to use', (_which, isOld) => {
  document.body.innerHTML = '<p id="older-browser" hidden>This browser is too old</p>'
  const script = readFileSync('web/public/older-browser.js', 'utf8')
  runInNewContext(script, { document, navigator: isOld ? {} : { pdfViewerEnabled: true } })
  expect(document.body.firstElementChild?.hasAttribute('hidden')).toBe(!isOld)
})
