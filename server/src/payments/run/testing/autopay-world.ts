import { Instant, epochOf } from '@portal/contract/dates'
import { AccountNumber, BillId, PersonId } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import type { CardFunding } from '@portal/contract/saved-methods'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { ledgerBilling } from '../../../adapters/billing-system/ledger/ledger.ts'
import { addTestBill, addTestImport } from '../../../adapters/billing-system/ledger/testing/ledger-bills.ts'
import { addTestAccount } from '../../../adapters/billing-system/ledger/testing/ledger.ts'
import { secondTry } from '../../../adapters/payment-gateway/stripe/second-try.ts'
import { testBankAccounts } from '../../../adapters/payment-gateway/testing/test-bank-accounts.ts'
import type { CustomerCaller } from '../../../caller.ts'
import { type TestDatabase, createTestDatabase } from '../../../database/testing/database.ts'
import { emptyTables } from '../../../database/testing/empty-tables.ts'
import { enrolCustomer } from '../../../testing/people.ts'
import { defaultProfile } from '../../../testing/profile.ts'
import { type Acceptance, acceptAgreement } from '../../agreements/agreements.ts'
import { planWork } from '../../agreements/plan.ts'
import type { Engine } from '../../engine.ts'
import { type EngineWorld, engineWorld } from '../../testing/engine-world.ts'
import { chargeWork } from '../run.ts'

export const account = AccountNumber.parse('1234567890')
const firstBill = BillId.parse('500000010001')
export const origin = { clientAddress: '203.0.113.7', requestId: 'r1' }

export interface AutopayWorld extends EngineWorld {
  engine: Engine
  maria: CustomerCaller
  /** The switch of System Maintenance. */
  isStopped: boolean
  cardId: number
}

/**
 * A customer with one account, a saved credit card and a bill of $95.20, due 06/20/2026. It is noon of 06/01 there, and
 * the bill has just been imported.
 */
export function autopayTests(): { world: AutopayWorld; database: TestDatabase } {
  const held: { world?: AutopayWorld; database?: TestDatabase } = {}
  beforeAll(async () => {
    held.database = await createTestDatabase()
  })
  afterAll(async () => await held.database?.drop())
  beforeEach(async () => {
    if (held.database) held.world = await makeWorld(held.database)
  })
  return {
    get world() {
      if (!held.world) throw new Error('It is there while a test runs')
      return held.world
    },
    get database() {
      if (!held.database) throw new Error('It is there while a test runs')
      return held.database
    },
  }
}

async function makeWorld({ db }: TestDatabase): Promise<AutopayWorld> {
  await emptyTables(db, [
    'checkout',
    'email',
    'account_hold',
    'web_user',
    'gateway_customer',
    'saved_card',
    'plan_hour',
  ])
  await emptyTables(db, ['autopay_words', 'autopay_agreement', 'payment_schedule', 'planned_charge', 'plan_event'])
  await emptyTables(db, ['cis.account', 'cis.person', 'cis.premise', 'cis.bill', 'cis.account_person'])
  await emptyTables(db, ['cis.service_agreement', 'cis.import_run', 'cis.portal_payment'])
  const made = engineWorld(db)
  const gateway = { ...made.engine.gateway, savedMethods: keeper, secondTry }
  const autoPay = { noticeDays: 5, retryDays: 3, mostPerHour: 1000, oldestImportDays: 3, hours: { from: 8, until: 20 } }
  const profile = { ...defaultProfile, autoPay }
  const isRunStopped = async () => world.isStopped
  const engine = { ...made.engine, billing: ledgerBilling(db, 'GWA'), gateway, profile, isRunStopped }
  await addTestAccount(db, { account, balance: 9_520, dueDate: null })
  await addTestBill(db, { account, billId: firstBill, billDate: '2026-05-30', dueDate: '2026-06-20', charges: 9_520 })
  const { webUserId } = await enrolCustomer({ db, clock: made.clock }, { person: account, username: 'maria' })
  const maria: CustomerCaller = {
    id: 7,
    kind: 'customer',
    webUserId,
    personId: PersonId.parse(account),
    username: 'maria',
    mustChangePassword: false,
    endsAt: made.clock.now(),
  }
  const world: AutopayWorld = {
    ...made,
    engine,
    maria,
    isStopped: false,
    cardId: 0,
  }
  world.cardId = await saveMethod(world, {})
  await importAgain(world)
  return world
}

const away = async () => ({ outcome: 'unavailable', reason: 'not in this test' }) as const
const keeper = {
  isLive: false,
  isMethod: () => true,
  makeCustomer: away,
  save: away,
  readSetup: away,
  readMethod: away,
  giveUp: away,
  verifySetup: away,
  detach: away,
}

let saved = 0

export async function saveMethod(
  { engine, maria }: AutopayWorld,
  { funding = 'credit', isLive = false }: { funding?: CardFunding; isLive?: boolean },
): Promise<number> {
  saved += 1
  const now = engine.clock.now()
  const owner = await engine.db
    .insertInto('gateway_customer')
    .values({
      web_user_id: maria.webUserId,
      gateway: engine.gateway.name,
      is_live: isLive,
      customer: `cus_${saved}`,
      made_at: now,
    })
    .onConflict((known) => known.columns(['web_user_id', 'gateway', 'is_live']).doUpdateSet({ made_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const card = await engine.db
    .insertInto('saved_card')
    .values({
      gateway_customer_id: owner.id,
      method: `pm_${saved}`,
      setup: `seti_${saved}`,
      brand: 'Visa',
      last_four: '4242',
      expires: '2030-12',
      funding,
      wallet: null,
      fingerprint: `print-${saved}`,
      card_holder: 'Maria Cruz',
      added_at: now,
      added_by: 'maria',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return card.id
}

/** First Hawaiian 6789, at a gateway that debits bank accounts. @returns its key */
export async function saveBankAccount(
  world: AutopayWorld,
  {
    fingerprint = 'account-6789',
    credit = 'submission',
  }: { fingerprint?: string; credit?: 'submission' | 'settlement' } = {},
): Promise<number> {
  const { engine } = world
  const bankPayments = { credit, sourceCode: 'ACH' }
  Object.assign(engine, {
    profile: { ...engine.profile, bankPayments },
    gateway: Object.assign(engine.gateway, { bankAccounts: testBankAccounts(), hasReadableTags: false }),
  })
  const id = await saveMethod(world, {})
  await engine.db
    .updateTable('saved_card')
    .set({ brand: null, expires: null, funding: null, bank_name: 'First Hawaiian', bank_account_type: 'checking' })
    .set({ last_four: '6789', fingerprint, mandate: `mandate_${id}` })
    .where('id', '=', id)
    .execute()
  return id
}

export async function importAgain({ engine }: Pick<AutopayWorld, 'engine'>): Promise<void> {
  await addTestImport(engine.db, engine.clock.now())
}

/** What Maria accepts unless a test says otherwise. */
export async function accept(world: AutopayWorld, asked: Partial<Acceptance> = {}): Promise<number> {
  const accepted = await acceptAgreement(
    world.engine,
    world.maria,
    {
      accountId: account,
      savedCardId: world.cardId,
      day: { rule: 'dueDate', number: 0 },
      most: null,
      range: null,
      endsOn: null,
      words: { version: '2', text: 'We charge your card for each bill.' },
      ...asked,
    },
    origin,
  )
  if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome)
  return accepted.id
}

const never = new AbortController().signal

/** Until nothing is due. */
export async function run({ engine }: AutopayWorld): Promise<void> {
  const works = [planWork(engine), chargeWork(engine)]
  for (let worked = 1; worked > 0;) {
    worked = 0
    for (const work of works) worked += await work.run(never)
  }
}

/** The mail server takes whatever waits. */
export async function mailLeaves({ engine, clock }: AutopayWorld): Promise<void> {
  await engine.db.updateTable('email').set({ delivered_at: clock.now() }).where('delivered_at', 'is', null).execute()
}

/** It is noon of that day. */
export function goTo({ clock }: AutopayWorld, day: string): void {
  clock.pass(epochOf(Instant.parse(`${day}T02:00:00.000Z`)) - epochOf(clock.now()))
}

/** At noon of that day, with the extract of that morning, the run is made. */
export async function runOn(world: AutopayWorld, day: string, { imports = true } = {}): Promise<void> {
  goTo(world, day)
  if (imports) await importAgain(world)
  await run(world)
}

/** The first day: planned, noticed, and the notice has left. */
export async function notice(world: AutopayWorld): Promise<void> {
  await run(world)
  await mailLeaves(world)
  world.clock.pass(60_000)
  await run(world)
}

/** Subjects of what customers got or will get of this kind, with the text, the oldest first. */
export async function mailed({ engine }: AutopayWorld, kind: string): Promise<{ subject: string; text: string }[]> {
  const queued = engine.db.selectFrom('email').select(['subject', 'body_text as text']).where('kind', '=', kind)
  const rows = await queued.orderBy('id').execute()
  return rows.map(({ subject, text }) => ({ subject, text: text.replaceAll(/\s+/g, ' ') }))
}

/** All planned charges, the oldest first. */
export async function charges({ engine }: AutopayWorld) {
  return await engine.db
    .selectFrom('planned_charge')
    .select(['id', 'state', 'reason', 'held_for as held', 'charge_on as on', 'noticed_cents as noticed', 'tries'])
    .orderBy('id')
    .execute()
}

export async function emails({ engine }: AutopayWorld): Promise<string[]> {
  const rows = await engine.db.selectFrom('email').select(['kind', 'recipient']).orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}

/** The account now owes this much. */
export async function owes({ engine }: AutopayWorld, amount: number): Promise<void> {
  await engine.db
    .updateTable('cis.account')
    .set({ balance_cents: cents(amount), payoff_cents: cents(amount), new_charges_cents: cents(amount) })
    .where('account_id', '=', account)
    .execute()
}
