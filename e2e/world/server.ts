import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@portal/tools/world/ports.ts'
import { type Child, startChild } from './child.ts'

/** Short, because journeys wait for a gateway that never answers, but long enough to look at the page meanwhile. */
const chargeTimeoutSeconds = 6
/** Look-ups come 75 ms, 0.3 s, 1.5 s … after a charge of unknown outcome. A charge that is found after 1.5 s counts. */
const paymentPace = 0.005

export interface Server {
  /** That a visitor types. */
  url: string
  /** For calls of a program that needs no sign-in. */
  callUrl: string
  /** Until the returned function is called. Only a server of one process has it. */
  interrupt?(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

/** On a free port. */
export async function startServer(folder: string, partners: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = { ...commonSettings(partners), PUBLIC_URL: url }
  let stop = await startProcess(folder, port, settings)
  const interrupt = async (): Promise<() => Promise<void>> => {
    await stop()
    return async () => {
      stop = await startProcess(folder, port, settings)
    }
  }
  return { url, callUrl: url, interrupt, stop: async () => await stop() }
}

export function commonSettings(partners: Record<string, string>): Record<string, string> {
  // WEB_FOLDER may name a build other than the one in web/dist.
  const webApp: Record<string, string> = process.env.WEB_FOLDER ? { WEB_FOLDER: process.env.WEB_FOLDER } : {}
  return {
    ...partners,
    ...webApp,
    DRAIN_SECONDS: '0',
    // Trusts the client address that a test sends, so that tests do not use up one another's attempts.
    TRUSTED_PROXIES: '1',
    HUMAN_CHECK_SECRET: randomBytes(32).toString('hex'),
    HUMAN_CHECK_COST: '1',
    LINK_SECRET: randomBytes(32).toString('hex'),
    SECOND_FACTOR_SECRET: randomBytes(32).toString('hex'),
    CARD_GATEWAY_TIMEOUT_SECONDS: String(chargeTimeoutSeconds),
    PAYMENT_PACE: String(paymentPace),
  }
}

/** Returns a function that stops the process. */
export async function startProcess(
  folder: string,
  port: number,
  settings: Record<string, string>,
): Promise<() => Promise<void>> {
  const log = join(folder, `server-${port}.log`)
  const child = startChild('server/src/main.ts', { ...settings, PORT: String(port) }, log)
  await untilReady(child, `http://localhost:${port}`, log)
  return () => child.stop()
}

async function untilReady(child: Child, url: string, log: string): Promise<void> {
  const patience = AbortSignal.timeout(30_000)
  for (;;) {
    const reply = await fetch(`${url}/readyz`).catch(() => null)
    if (reply?.ok) return
    if (child.hasEnded()) throw new Error(`The server ended at once; see ${log}`)
    patience.throwIfAborted()
    await wait(50)
  }
}
