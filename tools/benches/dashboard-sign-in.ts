import { setTimeout as wait } from 'node:timers/promises'
import { readAccountSummary } from '@portal/contract/account-summary'
import { listBills, readConsumption, readLatestBill } from '@portal/contract/bills'
import { readPaymentHistory } from '@portal/contract/payment-history'
import { readSession, userLogin } from '@portal/contract/sign-in'
import { startBare } from './frame/bare.ts'
import { numberOf, ownerWithLogin, password, usernameOf } from './frame/fill.ts'
import { endOf, quantile, took } from './frame/measures.ts'
import { type Row, compared } from './frame/run.ts'
import { Visitor } from './frame/visitor.ts'

const warmUps = 40
const atOnce = 50

export async function signInRows(portal: Visitor): Promise<Row[]> {
  return [await costRow(portal), await delayRow(portal)]
}

async function signIn(portal: Visitor, nth: number): Promise<string> {
  const body = { userName: usernameOf(ownerWithLogin(nth % atOnce)), password }
  return (await portal.ask(userLogin.path, body, '"loginSuccessful":true', { cookie: '' })).cookie
}

async function costRow(portal: Visitor): Promise<Row> {
  const yardstick = await startBare('', [])
  const nothing = new Visitor(yardstick.address)
  const costs: { total: number; hash: number; bare: number }[] = []
  for (let nth = 0; nth < warmUps + 200; nth += 1) {
    const before = await hashedSoFar(portal)
    const total = await took(() => signIn(portal, nth))
    const hash = (await hashedSoFar(portal)) - before
    costs.push({ total, hash, bare: await took(() => nothing.ask(userLogin.path, { password }, 'loginMessage')) })
  }
  nothing.leave()
  await yardstick.stop()
  const median = (valueOf: (cost: (typeof costs)[number]) => number): number =>
    quantile(costs.slice(warmUps).map(valueOf), 0.5)
  const medians = [median(({ total }) => total), median(({ hash }) => hash)] as const
  const rest = median(({ total, hash, bare }) => total - hash - bare)
  const target = { text: `rest under 5 ms, is ${rest.toFixed(1)}`, isMet: rest < 5 }
  return { ...compared('sign-in ÷ the hash of its password', medians, 'ms median', {}), target }
}

/** How many milliseconds the server has spent on comparing passwords. */
async function hashedSoFar(portal: Visitor): Promise<number> {
  const { text } = await portal.ask('/metrics', undefined, 'portal_secret_hash_seconds_sum')
  return Number(/^portal_secret_hash_seconds_sum (\S+)$/m.exec(text)?.[1] ?? 0) * 1000
}

/**
 * A third of the peak of a portal with a million accounts, because this is one server of three. Calls come at their
 * rate, however long earlier ones take.
 */
const callsPerSecond = 160 / 3

/** How long other customers' calls take, alone and while fifty sign in at once. */
async function delayRow(portal: Visitor): Promise<Row> {
  const all = Array.from({ length: atOnce }, (_, nth) => nth)
  const cookies = await Promise.all(all.map((nth) => signIn(portal, nth)))
  await callsUntil(portal, cookies, wait(2000))
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let round = 1; round <= 24; round += 1) {
    alone.push(...(await callsUntil(portal, cookies, wait(1500))))
    beside.push(...(await callsUntil(portal, cookies, Promise.all(all.map((nth) => signIn(portal, nth))))))
  }
  const p99s = [quantile(beside, 0.99), quantile(alone, 0.99)] as const
  return compared(`p99 of other calls beside ${atOnce} sign-ins at once ÷ alone`, p99s, 'ms', { atMost: 2 })
}

/** @returns the milliseconds of each call since it was due. */
async function callsUntil(portal: Visitor, cookies: readonly string[], over: Promise<unknown>): Promise<number[]> {
  const end = endOf(over)
  const calls: Promise<number>[] = []
  // People do not wait for one another before they call.
  const began = performance.now() + (Math.random() * 1000) / callsPerSecond
  while (!end.isOver) {
    const nth = calls.length
    const due = began + (nth * 1000) / callsPerSecond
    await wait(Math.max(0, due - performance.now()))
    const accountId = numberOf(ownerWithLogin(nth % atOnce))
    const looks = [
      [readSession.path, undefined],
      [readAccountSummary.path, {}],
      ...[readLatestBill, listBills, readConsumption, readPaymentHistory].map(
        ({ path }) => [path, { accountId }] as const,
      ),
    ] as const
    const [path, body] = looks[Math.floor(nth / atOnce) % looks.length] ?? looks[0]
    const call = portal.ask(path, body, '', { cookie: cookies[nth % atOnce] ?? '' })
    calls.push(call.then(() => performance.now() - due))
  }
  await over
  return await Promise.all(calls)
}
