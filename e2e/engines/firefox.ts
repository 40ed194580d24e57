import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Engine, EngineWindow, Size } from './engine.ts'

const program = '/usr/bin/firefox-esr'
export const firefox = { name: 'Firefox', programs: [program], package: 'firefox-esr', start }

/** By WebDriver BiDi, which Firefox speaks by itself. */
async function start(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'firefox-'))
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  const process = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const connection = await connect(`${await addressOf(process)}/session`)
  await connection.ask('session.new', { capabilities: {} }, anything, longestStart)
  await connection.ask('session.subscribe', { events: ['log.entryAdded'] }, anything)
  await connection.ask('script.addPreloadScript', { functionDeclaration: reportViolations.toString() }, anything)
  return {
    open: async (size) => await open(connection, size),
    async stop() {
      connection.disconnect()
      process.kill()
      await once(process, 'exit')
      await rm(profile, { recursive: true, force: true })
    },
  }
}

type Connection = Awaited<ReturnType<typeof connect>>

/** A container of the browser shares no cookies and no storage with another one. */
async function open({ ask, listen }: Connection, { width, height }: Size): Promise<EngineWindow> {
  const trouble: string[] = []
  listen((line) => trouble.push(line))
  const { userContext } = await ask('browser.createUserContext', {}, z.object({ userContext: z.string() }))
  const created = { type: 'tab', userContext }
  const { context } = await ask('browsingContext.create', created, z.object({ context: z.string() }))
  await ask('browsingContext.setViewport', { context, viewport: { width, height } }, anything)
  const frameOf = async (title: string | undefined): Promise<string> => {
    if (!title) return context
    const source = `document.querySelector('iframe[title="${title}"]')`
    const { contexts } = await ask('browsingContext.getTree', { root: context }, Tree)
    const address = String(await evaluate(`${source}.src`))
    return contexts[0]?.children.find(({ url }) => url === address)?.context ?? context
  }
  const evaluate: EngineWindow['evaluate'] = async (expression, frame) => {
    const target = { context: await frameOf(frame) }
    const answer = await ask('script.evaluate', { expression, target, awaitPromise: true }, Evaluated)
    return answer.result.value
  }
  const act = async (frame: string | undefined, source: object) =>
    await ask('input.performActions', { context: await frameOf(frame), actions: [source] }, anything)
  return {
    // It may wait forever for a page that loads while another one is asked for.
    open: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'none' }, anything)),
    evaluate,
    press: async ({ x, y }, frame) => {
      const [move, down, up] = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act(frame, { type: 'pointer', id: 'mouse', actions: [move, down, up] })
    },
    type: async (text, frame) => {
      const keys = Array.from(text, (value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]).flat()
      await act(frame, { type: 'key', id: 'keys', actions: keys })
    },
    picture: async () =>
      (await ask('browsingContext.captureScreenshot', { context }, z.object({ data: z.string() }))).data,
    trouble: () => trouble,
    close: async () => void (await ask('browser.removeUserContext', { userContext }, anything)),
  }
}

const anything = z.unknown()

/** Milliseconds. Firefox never answers an expression that was sent while the page left for another. */
const longestCommand = 5000
/** On a busy machine, its first start takes longer than any command. */
const longestStart = 60_000

/** Sends commands, and tells the newest listener what the console says is wrong. */
async function connect(address: string) {
  let onError = (_line: string): unknown => undefined
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: z.infer<typeof Answer>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const said: unknown = JSON.parse(String(data))
    const logged = Logged.safeParse(said)
    if (logged.success && logged.data.params.level === 'error') onError(logged.data.params.text ?? '')
    const answer = Answer.safeParse(said)
    if (answer.success) waiting.get(answer.data.id)?.(answer.data)
  })
  await once(socket, 'open')
  let last = 0
  return {
    async ask<Reply>(
      method: string,
      params: object,
      reply: z.ZodType<Reply>,
      longest = longestCommand,
    ): Promise<Reply> {
      const id = ++last
      const answered = new Promise<z.infer<typeof Answer>>((resolve, reject) => {
        waiting.set(id, resolve)
        setTimeout(reject, longest, new Error(`${method}: no answer in ${longest} ms`)).unref()
      })
      socket.send(JSON.stringify({ id, method, params }))
      const { result, message } = await answered
      if (message !== undefined) throw new Error(`${method}: ${message}`)
      return reply.parse(result)
    },
    listen: (listener: (line: string) => unknown) => void (onError = listener),
    disconnect: () => socket.close(),
  }
}

const Answer = z.object({ id: z.number(), result: z.unknown(), message: z.string().optional() })
const Logged = z.object({
  method: z.literal('log.entryAdded'),
  params: z.object({ level: z.string(), text: z.string().nullable() }),
})
const Tree = z.object({
  contexts: z.array(z.object({ children: z.array(z.object({ context: z.string(), url: z.string() })) })),
})
const Evaluated = z.object({ result: z.object({ value: z.unknown() }) })

/** Where it listens: it says so among other things. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  let said = ''
  for await (const piece of stderr ?? []) {
    said += String(piece)
    const address = /WebDriver BiDi listening on (\S+)/.exec(said)?.[1]
    if (address) return address
  }
  throw new Error(`Firefox does not start: ${said}`)
}

/** In each page, before its own scripts. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`security policy violation: ${event.violatedDirective} ${event.blockedURI}`)
  })
}
