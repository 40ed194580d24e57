import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@portal/server/clock.ts'
import { connect } from '@portal/server/database/connect.ts'
import { migrate } from '@portal/server/database/migrate.ts'
import { signInCustomer } from '@portal/server/testing/people.ts'
import { type Browser, type Page, chromium } from 'playwright-core'
import { z } from 'zod'
import { startPostgres } from '../postgres/start-postgres.ts'
import type { BenchRow } from '../run/bench-table.ts'
import { findChromium } from '../run/chromium.ts'
import { quantile } from '../run/quantile.ts'
import { buildWebApp } from '../run/web-build.ts'
import { settingsFor } from '../server-process/settings.ts'
import { startServer } from '../server-process/start-server.ts'
import { settingsUnderLoad } from './checkout/load.ts'
import { accountNumber, fillUtility } from './dashboard/utility.ts'

export const name = 'Ticking accounts to pay'

const few = 20
const many = 600
const rounds = 4
/** A phone is about this many times slower than a desktop computer. */
const slowdown = 4
/** In milliseconds. Up to 200 feels instant (web.dev, INP); half of that is left for painting. */
const longest = 100

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * How long the browser takes to tick or untick an account, with hundreds of accounts compared with twenty, on the
 * screen and processor of a phone: script, style and layout, in turns on two pages.
 */
export async function run(): Promise<BenchRow[]> {
  await buildWebApp(root)
  const folder = await mkdtemp(join(tmpdir(), 'bench-ticking-'))
  const postgres = await startPostgres({ folder: join(folder, 'pg'), durable: false, onLine: () => undefined })
  const browser = await chromium.launch({ executablePath: findChromium(root), args: ['--no-sandbox'] })
  try {
    const tokens = await signIn(postgres.url)
    const settings = { ...settingsFor(postgres.url, 'http://127.0.0.1:9'), ...settingsUnderLoad }
    const server = await startServer({ ...settings, WORKER: 'off', WEB_FOLDER: join(root, 'web', 'dist') }, null)
    try {
      return [await tickingRow(browser, server.address, tokens)]
    } finally {
      await server.kill('SIGTERM')
    }
  } finally {
    await browser.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Tokens {
  few: string
  many: string
}

/** Two customers: one with few accounts, one with many. */
async function signIn(url: string): Promise<Tokens> {
  await migrate(url)
  const connection = connect(url)
  await fillUtility(connection, 1_000)
  const deps = { db: connection.db, clock: systemClock }
  const accounts = (count: number): string[] => Array.from({ length: count }, (_, nth) => accountNumber(nth))
  const tokens = {
    few: await signInCustomer(deps, { person: accountNumber(0), accounts: accounts(few) }),
    many: await signInCustomer(deps, { person: accountNumber(1), accounts: accounts(many) }),
  }
  await connection.close()
  return tokens
}

async function tickingRow(browser: Browser, portal: string, tokens: Tokens): Promise<BenchRow> {
  const ofFew = await openSummary(browser, portal, tokens.few, few)
  const ofMany = await openSummary(browser, portal, tokens.many, many)
  const times: { few: number[]; many: number[] } = { few: [], many: [] }
  // In turns, so that anything else the machine does affects both. The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const [first, second] = [await tickTwenty(ofFew), await tickTwenty(ofMany)]
    if (round === 0) continue
    times.few.push(...first)
    times.many.push(...second)
  }
  const slowest = quantile(times.many, 0.98)
  return {
    name: `a tick among ${many} accounts ÷ among ${few}, on a phone`,
    ours: `${quantile(times.many, 0.5).toFixed(1)} ms, p98 ${slowest.toFixed(0)} ms`,
    yardstick: `${quantile(times.few, 0.5).toFixed(1)} ms`,
    ratio: quantile(times.many, 0.5) / quantile(times.few, 0.5),
    target: { text: `p98 at most ${longest} ms`, isMet: slowest <= longest },
  }
}

async function openSummary(browser: Browser, portal: string, token: string, accounts: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, bypassCSP: true })
  await context.addCookies([{ name: 'portal-customer', value: token, url: portal }])
  const page = await context.newPage()
  await page.goto(`${portal}/dashboard`)
  await page
    .locator('tbody input')
    .nth(accounts - 1)
    .waitFor({ state: 'attached', timeout: 120_000 })
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

/** Runs in the page, not in this program. Ticks or unticks this many rows. */
const tick = `async (count) => {
  const boxes = [...document.querySelectorAll('tbody input[type=checkbox]')].slice(0, count)
  const took = []
  for (const box of boxes) {
    await new Promise((resolve) => setTimeout(resolve, 30))
    const began = performance.now()
    box.click()
    await Promise.resolve()
    document.body.getBoundingClientRect()
    took.push(performance.now() - began)
  }
  return took
}`

/** How long each tick took, in milliseconds. */
async function tickTwenty(page: Page): Promise<number[]> {
  await page.bringToFront()
  return z.array(z.number()).parse(await page.evaluate(`(${tick})(${few})`))
}
