import { randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdminLevel } from '@portal/contract/admin-levels'
import { adminLogin } from '@portal/contract/admin-sign-in'
import { actOnPayment, decideApprovalRequest } from '@portal/contract/exceptions'
import { gatewayEventsPath } from '@portal/contract/gateway-events'
import { createTestDatabase } from '@portal/server/database/testing/database.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addAdministrator } from '../demo/logins.ts'
import { stripeKeys } from '../gateway-simulator/credentials.ts'
import type { Fault } from '../gateway-simulator/faults.ts'
import type { HttpFault } from '../gateway-simulator/http-faults.ts'
import { bankAccountAtStripe, debitOf, Payer, goodCard } from '../world/payer.ts'
import type { ServerProcess } from '../world/server.ts'
import { type World, startWorld } from '../world/start-world.ts'

/** A card number and a security code that occur nowhere else, so that finding them means a leak. */
const canaries = {
  payeezy: { number: '4929004400550069', code: '739' },
  // The stand-in approves only Stripe's own test cards.
  stripe: { number: '6011111111111117', code: '739' },
}
type Gateway = keyof typeof canaries
const gateways = ['payeezy', 'stripe'] as const
let gateway: Gateway
let canary: (typeof canaries)[Gateway]
let card: typeof goodCard

const faults: Fault[] = [
  { kind: 'dropBeforeCommit' },
  { kind: 'dropAfterCommit' },
  { kind: 'hang', charged: true },
  { kind: 'truncate' },
  { kind: 'cutBody' },
  { kind: 'corrupt' },
  { kind: 'wrongReference' },
  { kind: 'wrongAmount' },
  { kind: 'duplicateElement' },
  { kind: 'status5xx', status: 503, charged: true },
  { kind: 'html', status: 200, charged: false },
]
const stripeFaults: HttpFault[] = [
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'hang', isDone: true },
  { kind: 'status', status: 400, isDone: false },
  { kind: 'status', status: 401, isDone: false },
  { kind: 'status', status: 409, isDone: false },
  { kind: 'status', status: 429, isDone: false },
  { kind: 'status', status: 500, isDone: true },
  { kind: 'html', status: 502, isDone: true },
]
const approved = '8000000001'
const declined = '8000000002'
const askedByBank = '8000000003'
/** Bank accounts in the gateway's frame; the last one is typed into the wrong field of ours. */
const bankNumbers = { paid: '000123456789', returned: '000222222227', disputed: '000555555559' } as const
const typedAsName = '777123456'
const ofBanks = {
  paid: '8000000004',
  returned: '8000000005',
  disputed: '8000000006',
  verified: '8000000007',
  refunded: '8000000008',
} as const
const bankReplies = 8

const accountsOfFaults = Array.from({ length: 11 }, (_, index) => `81000000${String(index).padStart(2, '0')}`)

let world: World
let server: ServerProcess
let replies: string[] = []
/** What the portal was sent. */
let requests: string[] = []
let stepwiseReply = ''

class WatchedPayer extends Payer {
  override async send(...request: Parameters<Payer['send']>): Promise<Response> {
    requests.push(JSON.stringify(request))
    return await super.send(...request)
  }
}

async function begin(by: Gateway): Promise<void> {
  gateway = by
  canary = canaries[by]
  card = { ...goodCard, cardNumber: canary.number, cvv: canary.code }
  replies = []
  requests = []
  const accounts = [approved, declined, askedByBank, ...Object.values(ofBanks), ...accountsOfFaults].map((account) => ({
    account,
    balance: 10_000,
  }))
  const hasStripe = by === 'stripe'
  const settings = { LOG_LEVEL: 'trace' }
  world = await startWorld({ database: await createTestDatabase(), accounts, settings, hasStripe, bankDay: 1_000 })
  const dumps = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${world.folder}`
  server = await world.start({ settings: hasStripe ? { NODE_OPTIONS: dumps } : {} })
  world.stripe?.webhooks.sendTo(`${server.address}${gatewayEventsPath}`)
  await (hasStripe ? pushThroughStripe() : pushThroughEveryPath())
  await vi.waitUntil(async () => (await world.mail.mails()).length > 0, { timeout: 20_000 })
}

/** Tokens only: a page never has the number. */
async function pushThroughStripe(): Promise<void> {
  const payer = new WatchedPayer(server.address)
  await pay(payer, approved, 2_000)
  await pay(payer, declined, 2_000, '4000000000009995')
  await pay(payer, askedByBank, 2_000, '4000002760003184')
  for (const [index, fault] of stripeFaults.entries()) {
    world.stripe?.fail('confirmIntent', fault)
    await pay(payer, accountsOfFaults[index] ?? '', 1_100 + index)
  }
  await pushThroughBanks(payer)
}

/** Paid, returned, disputed, refunded, verified by a small deposit, and a number in the field for the name. */
async function pushThroughBanks(payer: Payer): Promise<void> {
  for (const name of ['paid', 'returned', 'disputed'] as const) {
    await payByBank(payer, ofBanks[name], { number: bankNumbers[name] })
  }
  await payByBank(payer, ofBanks.refunded, { number: bankNumbers.paid })
  const typed = await payByBank(payer, ofBanks.verified, { number: bankNumbers.paid, isLoggedIn: false })
  const { publicId } = z.object({ publicId: z.string() }).parse(JSON.parse(typed))
  const verified = await payer.send('POST', `/api/v1/checkout/${publicId}/verify`, { code: 'SM11AA' })
  replies.push(await verified.text())
  const misplaced = { number: bankNumbers.paid, accountHolderName: `Ana ${typedAsName}` }
  await payByBank(new Payer(server.address), ofBanks.paid, misplaced)
  await vi.waitUntil(async () => (await statesOfBanks()).length === 3, { timeout: 60_000, interval: 500 })
  await refund(ofBanks.refunded)
}

/** As finance asks for it and a second person approves. */
async function refund(account: string): Promise<void> {
  const [asks, approves] = [await admin(3), await admin(1)]
  const payment = await vi.waitUntil(async () => await chargedPaymentOf(account), { timeout: 30_000, interval: 500 })
  const path = actOnPayment.path.replace(':id', payment)
  const wanted = { action: 'requestRefund', why: 'Paid at the office, too', bankNotAsked: true }
  const { approvalRequests } = await vi.waitUntil(
    async () => actOnPayment.reply.safeParse(await (await asks.send('POST', path, wanted)).json()).data,
    { timeout: 30_000, interval: 500 },
  )
  const request = decideApprovalRequest.path.replace(':id', String(approvalRequests[0]?.id))
  const decided = await approves.send('POST', request, { decision: 'approve' })
  replies.push(await decided.text())
  await vi.waitUntil(() => world.stripe?.books.refunds.size === 1, { timeout: 30_000, interval: 500 })
}

async function admin(level: AdminLevel): Promise<Payer> {
  const { username, password } = await addAdministrator(world.database.url, `level.${level}`, level)
  const person = new Payer(server.address)
  await person.send('POST', adminLogin.path, { username, password })
  return person
}

async function chargedPaymentOf(account: string): Promise<string | undefined> {
  const { rows } = await world.database.pool.query<{ id: string }>(
    `select checkout_id as id from checkout_item join charge_attempt using (checkout_id)
     where account_id = $1 and charge_attempt.state = 'CHARGED'`,
    [account],
  )
  return rows[0]?.id
}

async function payByBank(
  payer: Payer,
  accountId: string,
  { number, isLoggedIn = true, accountHolderName = 'Ana Cruz' }: PaidFrom,
): Promise<string> {
  await payer.find(accountId, '96913')
  const inFrame = { number, isLoggedIn, holder: 'Ana Cruz' }
  const { bankToken } = await bankAccountAtStripe(world.stripe?.url ?? '', stripeKeys.publishableKey, inFrame)
  const key = randomUUID()
  const body = {
    accounts: [{ accountId, amount: 2_000 }],
    ...debitOf({ bankToken }, 2_000, accountHolderName),
    humanCheck: await payer.solve('checkout', key),
  }
  const reply = await payer.send('POST', '/api/v1/checkout', body, { 'idempotency-key': key })
  const text = await reply.text()
  replies.push(text)
  return text
}

interface PaidFrom {
  number: string
  isLoggedIn?: boolean
  accountHolderName?: string
}

/** Once the banks have answered. */
async function statesOfBanks(): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ state: string }>(
    `select distinct state from charge_attempt where bank_name is not null order by state`,
  )
  return rows.map(({ state }) => state).filter((state) => ['CHARGED', 'RETURNED', 'REVERSED'].includes(state))
}

async function pushThroughEveryPath(): Promise<void> {
  const payer = new WatchedPayer(server.address)
  await pay(payer, approved, 2_000)
  await pay(payer, declined, 530_200)
  for (const [index, fault] of faults.entries()) {
    world.gateway.fail(fault)
    await pay(payer, accountsOfFaults[index] ?? '', 1_100 + index)
  }
  await pushStepByStep(payer)
  await pushWhatIsRefused(payer)
}

async function pay(payer: Payer, accountId: string, amount: number, cardNumber = canary.number): Promise<void> {
  await payer.find(accountId, '96913')
  const typed = await world.typed({ ...card, cardNumber })
  const reply = await payer.checkOut({ key: randomUUID(), accounts: [{ accountId, amount }], ...typed })
  replies.push(await reply.text())
}

/** The stepwise calls, with the card in every field that would take it. */
async function pushStepByStep(payer: Payer): Promise<void> {
  const send = async (call: string, body: object): Promise<string> => {
    const text = await (await payer.send('POST', `/api/v1/${call}`, body)).text()
    replies.push(text)
    return text
  }
  const amount = '20.00'
  await payer.find(approved, '96913')
  const overall = await send('save-overall-payment', { username: canary.number, amount, mode: '', payment_source: '' })
  const overall_id = /[0-9a-f-]{36}/.exec(overall)?.[0]
  await send('save-payment', { overall_id, account_number: approved, amount, paid_by: canary.number })
  const answer = await payer.solve('checkout')
  await payer.send('POST', '/api/v1/human-check', { purpose: 'checkout', answer })
  const named = { card_num: canary.number, exp_date: card.validExpDate, CAVV: canary.code, zip_code: '96913' }
  const charge = { ...named, amount, card_holder: 'Maria Cruz', custome_ref: overall_id, payment_count: 'SINGLE' }
  await send('payeezy', { ...charge, card_holder: canary.number })
  stepwiseReply = await send('payeezy', charge)
  const receiptNum = `W-${/"Transaction_Tag":"(\d+)"/.exec(stepwiseReply)?.[1]}`
  await send('confirm-email', {
    receiptNum,
    email: 'me@example.com',
    creditNum: canary.number,
    userFullName: canary.code,
  })
  await send('update-payment', { indivId: `${overall_id}.${approved}`, status: canary.number, receipt: canary.number })
  await send('insert-transaction-logs', { transaction_logs: JSON.stringify({ request: charge, reply: stepwiseReply }) })
  await send('insert-transaction-logs', { transaction_logs: `sent ${JSON.stringify(JSON.stringify(charge))} to pay` })
}

/** Wrong on purpose, so that every error path sees the card. */
async function pushWhatIsRefused(payer: Payer): Promise<void> {
  const accounts = [{ accountId: approved, amount: 2_000 }]
  const wrong: object[] = [
    { accounts, card: { ...card, cardNumber: `${canary.number}1` }, humanCheck: 'x' },
    { accounts, card: { ...card, validExpDate: '0101' }, humanCheck: 'x' },
    { accounts, card: { ...card, cardHolderName: canary.number }, humanCheck: 'x' },
    { accounts, card, humanCheck: 'not solved' },
    { accounts, card, confirmationEmail: `${canary.number}@example.com`, humanCheck: 'x' },
    { accounts: canary.number, card: canary.number, humanCheck: canary.number },
  ]
  for (const body of wrong) {
    const headers = { 'idempotency-key': randomUUID() }
    replies.push(await (await payer.send('POST', '/api/v1/checkout', body, headers)).text())
  }
  const broken = await fetch(`${server.address}/api/v1/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: `{"card": {"cardNumber": "${canary.number}", "cvv": "${canary.code}"`,
  })
  replies.push(await broken.text())
}

/** Matches the number in any grouping, and the code wherever it stands alone. */
const leaksOf = ({ number, code }: typeof canary) => [
  new RegExp([...number].join('[ -]?')),
  new RegExp(`(cvv|cvd|code|security)\\W{0,12}${code}\\b`, 'i'),
  new RegExp(`[">]${code}["<]`),
  ...[...Object.values(bankNumbers), typedAsName].map((account) => new RegExp([...account].join('[ -]?'))),
]

/** The parts of the card that a text contains; none, if all is well. */
function leaksIn(text: string): string[] {
  return leaksOf(canary).flatMap((leak) => leak.exec(text)?.[0] ?? [])
}

describe.each(gateways)('given a card sent along every path of a payment with %s, successful or not', (by) => {
  beforeAll(async () => begin(by), 180_000)
  afterAll(() => world?.close())

  test('then the paths were really taken', async () => {
    const states = await world.database.pool.query<{ state: string }>(
      'select distinct state from charge_attempt order by state',
    )
    expect(states.rows.map(({ state }) => state)).toEqual(expect.arrayContaining(['CHARGED', 'DECLINED', 'UNKNOWN']))
    if (gateway === 'stripe') return expect(replies).toHaveLength(3 + stripeFaults.length + bankReplies)
    expect(stepwiseReply).toContain('"Transaction_Approved":"true"')
    expect(replies).toHaveLength(2 + faults.length + 8 + 7)
  })

  test('then it is in no reply', () => {
    expect(replies.flatMap(leaksIn)).toEqual([])
  })

  test('then it is in no table', async () => {
    const tables = await world.database.pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
    )
    expect(tables.rows.map(({ name }) => name)).toContain('public.charge_attempt')
    for (const { name } of tables.rows) {
      const rows = await world.database.pool.query<{ row: string }>(`select stored::text as row from ${name} stored`)
      expect(rows.rows.flatMap(({ row }) => leaksIn(row))).toEqual([])
    }
  })

  test('then it is in no file of the database, including its write-ahead log', async () => {
    const setting = await world.database.pool.query<{ data_directory: string }>('show data_directory')
    await world.database.pool.query('checkpoint')
    const root = setting.rows[0]?.data_directory ?? ''
    const files = await readdir(root, { recursive: true, withFileTypes: true })
    expect(files.length).toBeGreaterThan(100)
    const holding: string[] = []
    for (const file of files.filter((entry) => entry.isFile())) {
      const bytes = await readFile(join(file.parentPath, file.name)).catch(() => Buffer.alloc(0))
      const numbers = [canary.number, ...Object.values(bankNumbers), typedAsName]
      if (numbers.some((number) => bytes.includes(number))) holding.push(file.name)
    }
    expect(holding).toEqual([])
  })

  test('then it is in no log line, even at the most verbose level', () => {
    expect(server.log().length).toBeGreaterThan(1_000)
    expect(leaksIn(server.log())).toEqual([])
  })

  test('then it is in no mail', async () => {
    const emails = await world.mail.mails()
    expect(emails.flatMap((email) => leaksIn(JSON.stringify(email)))).toEqual([])
  })

  test('then it is in no metric', async () => {
    const metrics = await (await fetch(`${server.address}/metrics`)).text()
    expect(metrics).toContain('portal_checkouts_total')
    expect(leaksIn(metrics)).toEqual([])
  })

  test('then with Stripe, it is in no request to the portal, and not in its memory', async () => {
    expect(requests.length).toBeGreaterThan(10)
    expect(requests.some((request) => leaksIn(request).length > 0)).toBe(gateway === 'payeezy')
    if (gateway === 'payeezy') return
    process.kill(server.pid, 'SIGUSR2')
    const dump = await vi.waitUntil(dumpOf, { timeout: 120_000, interval: 500 })
    expect(dump.includes(world.database.url)).toBe(true)
    for (const number of [canary.number, ...Object.values(bankNumbers)]) expect(dump.includes(number)).toBe(false)
  }, 150_000)
})

/** All that the server holds in memory, once it is written whole. */
async function dumpOf(): Promise<Buffer | null> {
  const name = (await readdir(world.folder)).find((each) => each.endsWith('.heapsnapshot'))
  if (!name) return null
  const dump = await readFile(join(world.folder, name))
  return dump.subarray(-3).toString().trimEnd().endsWith('}') ? dump : null
}
