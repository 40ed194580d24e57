import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addTestAccount } from '@portal/server/adapters/billing-system/ledger/testing/ledger.ts'
import type pg from 'pg'
import { z } from 'zod'
import { stripeKeys } from '../gateway-simulator/credentials.ts'
import { openAllNight } from '../world/open-all-night.ts'
import { Payer } from '../world/payer.ts'
import type { ServerProcess } from '../world/server.ts'
import type { World } from '../world/start-world.ts'
import { accounts, checkoutsPerSecond, untilPosted } from './checkout.bench.ts'
import { fillUtility, withClient, zip } from './frame/fill.ts'
import { endOf, inTurns, ownMegabytes, quantile, took } from './frame/measures.ts'
import { type Bench, type Row, compared } from './frame/run.ts'

const agreements = Number(process.env['BENCH_AUTOPAY_AGREEMENTS'] ?? 20_000)
const rounds = 3
/** At the profile's own pace, for about as long as calls are counted without. */
const pacedCharges = 300
/** The first ones find code and connections cold. */
const warmingCharges = 50
const aloneMilliseconds = 60_000
const callEvery = 50

/**
 * A night of AutoPay: charges of saved cards that are all due, until they are posted. As fast as it can, compared with
 * checkouts with Stripe, in turns; and at the default pace, what it costs those who use the portal meanwhile.
 */
export const autopay: Bench = {
  name: 'A night of AutoPay',
  world: { hasStripe: true },
  measure,
}

async function measure(world: World): Promise<Row[]> {
  const { pool, db } = world.database
  await fillUtility(pool, agreements, 1)
  for (const account of accounts) await addTestAccount(db, { account, balance: 10_000, email: null })
  await withClient(pool, async (client) => await agree(client, await saveMethod(world)))
  const paced = await startWith(world, 'paced', {})
  await callsFor(paced, chargesPerSecond(pool, warmingCharges))
  const beside = await callsFor(paced, chargesPerSecond(pool, pacedCharges))
  const alone = await callsFor(paced, wait(aloneMilliseconds))
  await paced.kill('SIGTERM')
  const server = await startWith(world, 'unpaced', { mostPerHour: 360_000 })
  const megabytes: number[] = []
  const ours = async (): Promise<number> => {
    const rate = await chargesPerSecond(pool, Math.floor((agreements - pacedCharges - warmingCharges) / rounds))
    megabytes.push(ownMegabytes(server.pid))
    return rate
  }
  const checkouts = async () => await checkoutsPerSecond(world, {}, async () => await world.typed())
  const both = await inTurns(rounds, ours, checkouts)
  const p99s = [quantile(beside, 0.99), quantile(alone, 0.99)] as const
  const memory = [megabytes.at(-1) ?? 0, megabytes[0] ?? 0] as const
  return [
    compared(`AutoPay: charges of ${agreements} agreements ÷ checkouts with Stripe`, both, 'a second', {
      atLeast: 0.8,
    }),
    compared('AutoPay: p99 of other calls beside its run, at its default pace ÷ alone', p99s, 'ms', { atMost: 1.5 }),
    compared('AutoPay: memory after the last third of the run ÷ after the first', memory, 'MB', { atMost: 1.2 }),
  ]
}

async function startWith(world: World, name: string, autoPay: object): Promise<ServerProcess> {
  const profile = await openAllNight(join(world.folder, name), { autoPay })
  return await world.start({ settings: { PROFILE_FILE: profile } })
}

/** Lets the next of them come due. */
async function chargesPerSecond(pool: pg.Pool, many: number): Promise<number> {
  const began = performance.now()
  await pool.query(
    `update planned_charge set next_step_at = now() where id in (
       select id from planned_charge where state = 'NOTIFIED' and next_step_at > now() order by id limit $1)`,
    [many],
  )
  const left = `select from planned_charge where state = 'SENT' or (state = 'NOTIFIED' and next_step_at < now() + '1 day') limit 1`
  while ((await pool.query(left)).rowCount !== 0) {
    await requireNoneHeld(pool)
    await wait(50)
  }
  await untilPosted(pool)
  await requireNoneHeld(pool)
  return many / ((performance.now() - began) / 1000)
}

async function requireNoneHeld(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ why: string }>(
    `select coalesce(held_for, state) as why from planned_charge
     where held_for is not null or state not in ('NOTIFIED', 'SENT', 'PAID') limit 1`,
  )
  if (rows[0]) throw new Error(`A charge was not made: ${rows[0].why}`)
}

/** In milliseconds, at their rate, however long earlier ones take. */
async function callsFor({ address }: ServerProcess, underWay: Promise<unknown>): Promise<number[]> {
  const payer = new Payer(address)
  const account = accounts[0] ?? ''
  await payer.find(account, zip)
  const end = endOf(underWay)
  const calls: Promise<number>[] = []
  while (!end.isOver) {
    calls.push(took(async () => await payer.lookAgain(account)))
    await wait(callEvery)
  }
  return await Promise.all(calls)
}

const Made = z.object({ id: z.string(), payment_method: z.string().nullish() })

/** One card for all of them: what a charge costs does not depend on whose it is. */
async function saveMethod(world: World): Promise<{ customer: string; method: string }> {
  const ask = async (path: string, params: Record<string, string>) => {
    const headers = { authorization: `Bearer ${stripeKeys.secretKey}` }
    const body = new URLSearchParams(params)
    const reply = await fetch(`${world.stripe?.url}/v1/${path}`, { method: 'POST', headers, body })
    return Made.parse(await reply.json())
  }
  const { id: customer } = await ask('customers', {})
  const { id: setup } = await ask('setup_intents', { customer, usage: 'off_session' })
  const token = (await world.typed()).cardToken?.token ?? ''
  const { payment_method } = await ask(`setup_intents/${setup}/confirm`, { confirmation_token: token })
  return { customer, method: payment_method ?? '' }
}

/** An agreement for each account, with its newest bill noticed and due, but looked at only when a turn says so. */
async function agree(client: pg.ClientBase, { customer, method }: { customer: string; method: string }): Promise<void> {
  await client.query(`update cis.person set email_address = 'payer@example.com' where email_address is null`)
  const { rows } = await client.query<{ id: number }>(
    `with owner as (
       insert into gateway_customer (web_user_id, gateway, is_live, customer, made_at)
       select min(id), 'stripe', false, $1, now() from web_user returning id)
     insert into saved_card (gateway_customer_id, method, setup, brand, last_four, expires, funding, fingerprint,
       card_holder, added_at, added_by)
     select id, $2, 'seti', 'Visa', '4242', '2035-12', 'credit', 'print', 'Maria Cruz', now(), '' from owner
     returning id`,
    [customer, method],
  )
  await client.query(
    `insert into autopay_words (sha256, version, words, first_accepted_at) values (repeat('0', 64), '1', 'Words', now())`,
  )
  await client.query(
    `insert into autopay_agreement (account_id, person_id, web_user_id, saved_card_id, state, day_rule, day_number,
       words_sha256, accepted_at, accepted_from, session_id, changed_at, seen_import)
     select account_id, person_id, (select min(id) from web_user), $1, 'ACTIVE', 'dueDate', 0, repeat('0', 64), now(), '',
       0, now(), (select max(id) from cis.import_run)
     from cis.account_person where account_id < '9000000000'`,
    [rows[0]?.id],
  )
  await client.query(
    `insert into planned_charge (account_id, agreement_id, bill_id, state, due_on, charge_on, noticed_cents, notices,
       noticed_at, made_at, next_step_at)
     select account_id, agreement.id, bill_id, 'NOTIFIED', current_date, current_date - 1, 99999999, 1,
       now() - interval '8 days', now(), now() + interval '30 days'
     from autopay_agreement agreement join cis.bill using (account_id)`,
  )
  for (const table of ['autopay_agreement', 'planned_charge']) await client.query(`vacuum analyze ${table}`)
}
