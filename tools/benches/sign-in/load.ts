import { setTimeout as wait } from 'node:timers/promises'
import { PersonId } from '@portal/contract/ids'
import { userLogin } from '@portal/contract/sign-in'
import { addTestAccount } from '@portal/server/adapters/billing-system/ledger/testing/ledger.ts'
import { systemClock } from '@portal/server/clock.ts'
import { connect } from '@portal/server/database/connect.ts'
import { hashSecret } from '@portal/server/foundation/credentials/hashing.ts'
import { insertWebUser } from '@portal/server/foundation/credentials/web-users.ts'
import type { HttpClient } from '../http-client.ts'
import { callsOfOthers } from './calls-of-others.ts'

/**
 * How long a sign-in took, how long it took to compare the password, and how long the same call took on a server that
 * does nothing; in milliseconds.
 */
export interface SignInCost {
  total: number
  hash: number
  bare: number
}

const password = 'Talofofo-1671'
const warmUps = 40
const measured = 200

/**
 * Enrols this many customers, with one account each.
 * @returns their usernames
 */
export async function enrolLoad(databaseUrl: string, customers: number): Promise<string[]> {
  const { db, close } = connect(databaseUrl)
  const passwordHash = await hashSecret(password)
  const names = Array.from({ length: customers }, (_, at) => `customer${at}`)
  for (const [at, username] of names.entries()) {
    const account = accountOf(at)
    await addTestAccount(db, { account })
    const user = {
      personId: PersonId.parse(account),
      username,
      passwordHash,
      securityQuestionId: 1,
      answerHash: 'none',
    }
    await insertWebUser(db, user, systemClock.now())
  }
  await close()
  return names
}

/** Signs customers in one after the other, and reads from the server how long each comparison took. */
export async function signInCosts(
  portal: HttpClient,
  bare: HttpClient,
  customers: readonly string[],
): Promise<SignInCost[]> {
  const costs: SignInCost[] = []
  for (let at = 0; at < warmUps + measured; at += 1) {
    const customer = customers[at % customers.length] ?? ''
    const before = await hashedSoFar(portal)
    const total = await took(() => signIn(portal, customer))
    const hash = (await hashedSoFar(portal)) - before
    costs.push({ total, hash, bare: await took(() => bare.post(userLogin.path, credentials(customer))) })
  }
  return costs.slice(warmUps)
}

async function took(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await call()
  return performance.now() - began
}

/** How long the calls of signed-in customers take, in milliseconds: alone, and while all customers sign in at once. */
export async function callsBeside(
  address: string,
  portal: HttpClient,
  customers: readonly string[],
): Promise<{ alone: number[]; beside: number[] }> {
  const others = callsOfOthers(
    address,
    await Promise.all(
      customers.map(async (customer, at) => ({ cookie: await signIn(portal, customer), accountId: accountOf(at) })),
    ),
  )
  const alone: number[] = []
  const beside: number[] = []
  await others.until(wait(2000))
  // In turns, so that anything else the machine does affects both.
  for (let round = 1; round <= 24; round += 1) {
    alone.push(...(await others.until(wait(1500))))
    beside.push(...(await others.until(Promise.all(customers.map((customer) => signIn(portal, customer))))))
  }
  await others.stop()
  return { alone, beside }
}

/** @returns the cookie of the new session. */
async function signIn(portal: HttpClient, userName: string): Promise<string> {
  const { text, cookie } = await portal.post(userLogin.path, credentials(userName))
  if (!text.includes('"loginSuccessful":true')) throw new Error(`A sign-in failed: ${text}`)
  return cookie
}

const accountOf = (at: number): string => String(9_100_000_000 + at)

const credentials = (userName: string): string => JSON.stringify({ userName, password })

/** How many milliseconds the server has spent on comparing passwords. */
async function hashedSoFar(portal: HttpClient): Promise<number> {
  const { text } = await portal.get('/metrics')
  return Number(/^portal_secret_hash_seconds_sum (\S+)$/m.exec(text)?.[1] ?? 0) * 1000
}
