import { Agent, type IncomingMessage, request } from 'node:http'

/** Calls one server over connections that stay open, with as little work of its own as possible. */
export interface HttpClient {
  get(path: string, cookie?: string): Promise<Answer>
  post(path: string, body: string, cookie?: string): Promise<Answer>
  close(): void
}

export interface Answer {
  status: number
  text: string
  /** The first cookie it set, as it is sent back; empty when it set none. */
  cookie: string
}

/** @param server its address, such as `http://127.0.0.1:3000`. */
export function httpClient(server: string): HttpClient {
  const agent = new Agent({ keepAlive: true })
  const send = async (method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer> =>
    await new Promise((resolve, reject) => {
      const asked = request(`${server}${path}`, { agent, method, headers }, (reply) => {
        read(reply).then(resolve, reject)
      })
      asked.on('error', reject)
      asked.end(body)
    })
  return {
    get: async (path, cookie) => await send('GET', path, { ...(cookie && { cookie }) }),
    post: async (path, body, cookie) =>
      await send('POST', path, { 'content-type': 'application/json', ...(cookie && { cookie }) }, body),
    close: () => agent.destroy(),
  }
}

async function read(reply: IncomingMessage): Promise<Answer> {
  let text = ''
  reply.setEncoding('utf8')
  for await (const part of reply) text += String(part)
  const cookie = reply.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  return { status: reply.statusCode ?? 0, text, cookie }
}
