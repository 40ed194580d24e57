import { connect } from 'node:net'
import { call } from '@portal/contract/call'
import { requestTexts } from '@portal/contract/input-texts'
import { Problem } from '@portal/contract/problem'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import { createLog } from '../log.ts'
import { defaultProfile } from '../testing/profile.ts'
import { publicRoute, route } from './route.ts'
import { createServer } from './server.ts'
import { testConfig } from './testing/app.ts'

const largestFile = 1024 * 1024
const send = call({
  method: 'POST',
  path: '/api/v1/send',
  group: 'general',
  summary: 'A call of this test that takes a form',
  access: 'anyone',
  form: { largestFile },
  body: z.object({ title: z.string(), file: z.file() }),
  reply: z.object({ title: z.string(), size: z.number(), start: z.string() }),
  problems: {},
})
const sendSecret = call({ ...send, path: '/api/v1/send-secret', access: { admin: [1] } })

let app: FastifyInstance
beforeAll(async () => {
  const log = createLog('silent', { write: () => undefined })
  app = await createServer(
    { config: testConfig('postgres://nowhere'), profile: defaultProfile, paymentGateway: testGateway(), log },
    {
      findCaller: async () => null,
      openGuestSession: () => Promise.reject(new Error('nothing here opens one')),
      recordRefusal: async () => undefined,
      isSwitchedOff: async () => false,
      refusalOf: () => null,
    },
  )
  publicRoute(app, send, async ({ body: { title, file } }) => ({
    title,
    size: file.size,
    start: (await file.text()).slice(0, 5),
  }))
  route(app, sendSecret, async () => ({ title: '', size: 0, start: '' }))
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

let port = 0

async function post(fields: readonly [string, string | Blob][]): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return await fetch(`http://127.0.0.1:${port}${send.path}`, { method: 'POST', body: form })
}

describe('a form', () => {
  test('is read as the contract says: texts, and a file', async () => {
    const reply = await post([
      ['title', 'Größe'],
      ['file', new File(['words of a file'], '../../etc/passwd')],
    ])
    expect(await reply.json()).toEqual({ title: 'Größe', size: 15, start: 'words' })
  })

  test.each([
    [
      'a file that is too large',
      [['file', new Blob([new Uint8Array(largestFile + 1)])]],
      413,
      requestTexts.fileTooLarge,
    ],
    [
      'two files',
      [
        ['file', new Blob(['a'])],
        ['file', new Blob(['b'])],
      ],
      413,
      requestTexts.formTooLong,
    ],
    ['a text that is too long', [['title', 'x'.repeat(200_000)]], 413, requestTexts.formTooLong],
    [
      'more fields than anybody needs',
      Array.from({ length: 40 }, (_, index) => [`f${index}`, 'x'] as const),
      413,
      requestTexts.formTooLong,
    ],
    ['a field that is none', [['__proto__', 'x']], 400, requestTexts.formName],
    [
      'a text where a file belongs',
      [
        ['title', 'x'],
        ['file', 'x'],
      ],
      400,
      undefined,
    ],
  ] as const)('with %s is refused, in a sentence of ours', async (_, fields, status, detail) => {
    const reply = await post(fields.map(([name, value]) => [name, value]))
    expect(reply.status).toBe(status)
    expect(reply.headers.get('content-type')).toContain('application/problem+json')
    expect(Problem.parse(await reply.json()).detail).toBe(detail)
  })

  test.each(['multipart/form-data', 'multipart/form-data; boundary=x', 'application/json'])(
    'that is none, sent as %s, is refused, in a sentence of ours',
    async (type) => {
      const headers = { 'content-type': type }
      const reply = await app.inject({ method: 'POST', url: send.path, headers, payload: '{"title":"x"}' })
      expect(reply.statusCode).toBe(400)
      expect(Problem.parse(reply.json()).detail).toBe(requestTexts.notForm)
    },
  )

  test.each([
    [send.path, 'a gigabyte that says so', 'content-length: 1073741824', '413'],
    [send.path, 'a gigabyte that comes in pieces', 'transfer-encoding: chunked', '413'],
    [sendSecret.path, 'a gigabyte of somebody unknown', 'transfer-encoding: chunked', '401'],
  ])('%s: %s is not received to its end', async (path, _, header, status) => {
    const { reply, sent } = await pour(path, header)
    // Empty when the connection broke while the client was still sending.
    expect(['', status]).toContain(reply.slice(9, 12))
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })
})

/**
 * Sends the content of a file for as long as the server reads.
 * @returns the reply, and how many bytes were sent
 */
async function pour(path: string, header: string): Promise<{ reply: string; sent: number }> {
  const socket = connect(port, '127.0.0.1')
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const chunk = (text: string) => (header.includes('chunked') ? `${text.length.toString(16)}\r\n${text}\r\n` : text)
  const head = `POST ${path} HTTP/1.1\r\nhost: portal\r\ncontent-type: multipart/form-data; boundary=x\r\n${header}\r\n\r\n`
  const piece = chunk('x'.repeat(64 * 1024))
  let reply = ''
  // To a client that is still sending, a closed connection looks like an error.
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => void socket.on('close', () => resolve()))
  socket.write(head + chunk(part))
  const pourOn = () => {
    while (!socket.destroyed && socket.bytesWritten < 1024 ** 3) if (!socket.write(piece)) return
  }
  socket.on('drain', pourOn)
  pourOn()
  await closed
  return { reply, sent: socket.bytesWritten }
}
