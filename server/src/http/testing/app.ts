import { setImmediate } from 'node:timers/promises'
import { setAccountShape } from '@portal/contract/account-shape'
import type { AdminLevel } from '@portal/contract/admin-levels'
import { type HumanCheckPurpose, HumanCheckChallenge } from '@portal/contract/human-check'
import { setProof } from '@portal/contract/proof'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { ledgerBilling } from '../../adapters/billing-system/ledger/ledger.ts'
import type { BillingSystem } from '../../adapters/billing-system/port.ts'
import type { EmailTransport } from '../../adapters/email/port.ts'
import type { PaymentGateway } from '../../adapters/payment-gateway/port.ts'
import { testGateway } from '../../adapters/payment-gateway/testing/test-gateway.ts'
import type { TextMessages } from '../../adapters/text-messages/port.ts'
import { createApp } from '../../app.ts'
import type { Clock } from '../../clock.ts'
import { type TestDatabase, createTestDatabase } from '../../database/testing/database.ts'
import type { Deps } from '../../deps.ts'
import { createLog } from '../../log.ts'
import { type Config, readConfig } from '../../settings/config.ts'
import { type ServerProfile, readProfile } from '../../settings/profile.ts'
import { testClock } from '../../testing/clock.ts'
import { type TestCustomer, signInAdministrator, signInCustomer } from '../../testing/people.ts'
import { defaultProfile } from '../../testing/profile.ts'
import type { Readiness } from '../health.ts'

/** By default, billing is the ledger of the test's database, no one sends texts, and the others are down. */
interface TestPartners {
  gateway?: PaymentGateway
  billing?: BillingSystem
  mail?: Pick<EmailTransport, 'send'>
  texts?: TextMessages
  clock?: Clock
  profile?: Partial<ServerProfile>
  config?: Partial<Config>
}

/** The real product over its own database, called without a network. */
export interface TestApp {
  app: FastifyInstance
  deps: Deps
  database: TestDatabase
  readiness: Readiness
  /** One JSON line per entry. */
  logLines: string[]
  guest(): TestBrowser
  /** Another one each time, unless the person is the same. */
  customer(who?: TestCustomer): Promise<TestBrowser>
  /** Signed in, of that level. */
  administrator(level: AdminLevel): Promise<TestBrowser>
  close(): Promise<void>
}

/** `from` is the address it comes from. */
export interface TestBrowser {
  cookies: Map<string, string>
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /** Of a challenge it gets first. */
  solve(purpose: HumanCheckPurpose, key?: string): Promise<string>
}

export async function testApp(partners: TestPartners = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const logLines: string[] = []
  const profileFile = partners.config?.PROFILE_FILE
  const deps: Deps = {
    config: { ...testConfig(database.url), ...partners.config },
    profile: { ...(profileFile ? readProfile(profileFile) : defaultProfile), ...partners.profile },
    db: database.db,
    pool: database.pool,
    counters: database.pool,
    clock: partners.clock ?? testClock(),
    log: createLog('debug', { write: (line) => void logLines.push(line) }),
    paymentGateway: partners.gateway ?? testGateway(),
    billing: partners.billing ?? ledgerBilling(database.db, 'GWA'),
    mail: { send: async () => undefined, verify: async () => undefined, ...partners.mail },
    texts: partners.texts ?? null,
    wake: () => undefined,
  }
  setAccountShape(deps.profile.accountShape)
  setProof(deps.profile.proof)
  const readiness = { isReady: true, isClockRight: true }
  const app = await createApp(deps, readiness)
  return {
    app,
    deps,
    database,
    readiness,
    logLines,
    guest: () => browserOf(app),
    customer: async (who) => browserOf(app, { 'portal-customer': await signInCustomer(deps, who) }),
    administrator: async (level) => browserOf(app, { 'portal-admin': await signInAdministrator(deps, level) }),
    async close() {
      await app.close()
      await setImmediate()
      setAccountShape()
      setProof()
      await database.drop()
    },
  }
}

/** Human checks take almost no work. */
export function testConfig(databaseUrl: string): Config {
  return readConfig({
    DATABASE_URL: databaseUrl,
    HUMAN_CHECK_SECRET: 'only for tests, and long enough to be one',
    HUMAN_CHECK_COST: '1',
    LINK_SECRET: 'only for tests, and long enough to be one',
    SECOND_FACTOR_SECRET: 'only for tests, and long enough to be one',
    CARD_GATEWAY_URL: 'http://127.0.0.1:9',
    CARD_GATEWAY_ID: 'A00000-01',
    CARD_GATEWAY_PASSWORD: 'test-password',
    CARD_GATEWAY_KEY_ID: '1',
    CARD_GATEWAY_HMAC_KEY: 'test-key',
    CARD_GATEWAY_SEARCH_USER: 'test-user',
    CARD_GATEWAY_SEARCH_PASSWORD: 'test-search-password',
    SMTP_URL: 'smtp://127.0.0.1:9',
    WEB_FOLDER: '/nowhere',
  })
}

const ChallengeReply = z.object({ challenge: HumanCheckChallenge })

function browserOf(app: FastifyInstance, held: Readonly<Record<string, string>> = {}): TestBrowser {
  const cookies = new Map<string, string>(Object.entries(held))
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<LightMyRequestResponse> => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const reply = await app.inject({
      method,
      url,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      cookies: Object.fromEntries(cookies),
      ...(body !== undefined && { payload }),
    })
    for (const { name, value } of reply.cookies) cookies.set(name, value)
    return reply
  }
  return {
    cookies,
    get: async (url, headers = {}) => await send('GET', url, headers),
    post: async (url, body, headers = {}) => await send('POST', url, headers, body),
    async solve(purpose, key) {
      const query = new URLSearchParams({ purpose, ...(key && { key }) })
      const reply = await send('GET', `/api/v1/human-check?${query.toString()}`, {})
      const { challenge } = ChallengeReply.parse(reply.json())
      const solution = await solveChallenge({ challenge, deriveKey })
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    },
  }
}
