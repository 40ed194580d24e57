import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

const Targets = z.tuple([z.object({ webSocketDebuggerUrl: z.url() })])
const Reply = z.object({ result: z.object({ result: z.object({ value: z.number() }) }) })
/**
 * Both collections run without another call between them. The second frees what the finalizers of the first have
 * released.
 */
const question = {
  id: 1,
  method: 'Runtime.evaluate',
  params: { expression: 'gc(); gc(); process.memoryUsage().heapUsed' },
}

/**
 * The flags with which to start a Node process, so that `heapInUse` can inspect it later. Until then, its inspector is
 * closed.
 */
export const inspectorFlags = (port: number): string =>
  `--expose-gc --inspect-port=127.0.0.1:${port} --inspect-publish-uid=http`

/**
 * Makes a Node process collect its garbage, through its inspector, and returns how much is still in use.
 * @returns megabytes
 * @throws Error when it does not answer.
 */
export async function heapInUse(pid: number, port: number): Promise<number> {
  const socket = new WebSocket(await inspectorOf(pid, port))
  try {
    return (await askUsage(socket)) / 2 ** 20
  } finally {
    socket.close()
  }
}

/** The signal opens the inspector. It changes nothing when the inspector is open already. */
async function inspectorOf(pid: number, port: number): Promise<string> {
  process.kill(pid, 'SIGUSR1')
  for (let tries = 0; tries < 100; tries += 1) {
    const reply = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    if (reply) return Targets.parse(await reply.json())[0].webSocketDebuggerUrl
    await wait(50)
  }
  throw new Error(`The process ${pid} did not open its inspector`)
}

function askUsage(socket: WebSocket): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => socket.send(JSON.stringify(question)))
    socket.addEventListener('message', ({ data }) => {
      const reply = Reply.safeParse(JSON.parse(String(data)))
      if (reply.success) resolve(reply.data.result.result.value)
      else reject(new Error(`The inspector answered ${String(data)}`))
    })
    socket.addEventListener('error', () => reject(new Error('The inspector did not answer')))
  })
}
