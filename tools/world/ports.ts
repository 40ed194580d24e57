import { once } from 'node:events'
import { createServer } from 'node:net'
import { env } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { InUse, claim } from '../postgres/claim.ts'

/** How many ports after the wanted one are tried. */
const nextOnes = 50
/** How long the processes of a killed run may take to finish their work and release their ports, in milliseconds. */
const patience = 10_000
const firstInARow = 23_000

export const Ports = z.object({
  portal: z.number(),
  mail: z.number(),
  smtp: z.number(),
  gateway: z.number(),
  texts: z.number(),
})
export type Ports = z.infer<typeof Ports>

/**
 * Chooses all ports.
 * @param stillEnding the ports of a run that was cut short and may not have released them yet
 * @throws Error that names a setting which is no port
 */
export async function choosePorts(stillEnding: readonly number[], say: (line: string) => void): Promise<Ports> {
  const choose = (purpose: string, setting: string, usual: number): Promise<number> => {
    const port = portOf(setting) ?? usual
    return choosePort({ purpose, setting, port, maybeStillEnding: stillEnding.includes(port) }, say)
  }
  return {
    portal: await choose('The portal', 'PORT', 3000),
    mail: await choose('The mail catcher', 'MAIL_PORT', 8025),
    smtp: await choose('Incoming mail', 'SMTP_PORT', 2525),
    gateway: await choose('The gateway simulator', 'GATEWAY_PORT', 8090),
    texts: await choose('The text simulator', 'TEXT_PORT', 8026),
  }
}

const Port = z.coerce.number().int().min(1).max(65_535)

function portOf(setting: string): number | undefined {
  const text = env[setting]?.trim()
  if (!text) return undefined
  const port = Port.safeParse(text)
  if (!port.success) throw new Error(`${setting} is not a valid port: ${text}`)
  return port.data
}

interface WantedPort {
  purpose: string
  setting: string
  port: number
  /** Whether a run that was cut short used this port, so that its processes may still be ending. */
  maybeStillEnding: boolean
}

/**
 * The wanted port if it is free; otherwise the next free one, which is announced in one line. The port is claimed until
 * this process ends, because the program that will listen there starts later, and another portal may be choosing its
 * ports at the same moment.
 */
export async function choosePort(wanted: WantedPort, say: (line: string) => void): Promise<number> {
  const deadline = performance.now() + (wanted.maybeStillEnding ? patience : 0)
  while (!(await isFree(wanted.port)) && performance.now() < deadline) await wait(100)
  for (let port = wanted.port; port <= wanted.port + nextOnes; port += 1) {
    if (!(await isFree(port)) || !(await isClaimed(port))) continue
    if (port !== wanted.port) {
      say(
        `Port ${wanted.port} is in use. ${wanted.purpose} uses ${port} instead. Set ${wanted.setting} to choose another.`,
      )
    }
    return port
  }
  throw new Error(
    `Ports ${wanted.port} to ${wanted.port + nextOnes} are in use. Set ${wanted.setting} to choose another.`,
  )
}

async function isClaimed(port: number): Promise<boolean> {
  try {
    await claim(`port ${port}`)
    return true
  } catch (error) {
    if (error instanceof InUse) return false
    throw error
  }
}

/** This many consecutive free ports, in a range that differs from process to process. */
export async function freePorts(many: number): Promise<number[]> {
  const ports: number[] = []
  // Ten for each process, because several may be looking at once.
  for (let port = firstInARow + ((process.pid * 10) % 10_000); ports.length < many; port++) {
    if (await isFree(port)) ports.push(port)
    else ports.length = 0
  }
  return ports
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  server.close()
  await once(server, 'close')
  return port
}

/** Free for IPv4 and IPv6, because a browser may use either for `localhost`. */
export async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1')) && (await canListen(port, '0.0.0.0'))
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      // On a machine without IPv6, nobody can be listening there.
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT')
    })
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
