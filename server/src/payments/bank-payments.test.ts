import { Instant } from '@portal/contract/dates'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyReply, type Inquiry } from '../adapters/payment-gateway/port.ts'
import { resolveLoop } from './recovery/resolve-unknown.ts'
import { answersBy, bankTag as tag, bankTests, processing, verifying } from './testing/bank-tests.ts'

const hour = 3_600_000
const never = new AbortController().signal
const deposits = { arriveOn: Instant.parse('2026-06-03T13:00:00.000Z'), kind: 'code' } as const

const { world, checkout, credit, pay, asked, purchase, post, standing, emails } = bankTests()

describe.each(['submission', 'settlement'] as const)('credited at %s', (policy) => {
  beforeEach(() => credit(policy))
  const isAtOnce = policy === 'submission'

  test('a submitted payment holds nothing, and is posted only if it counts at once', async () => {
    await pay(processing)
    await post()
    expect(await standing()).toEqual({
      state: 'PROCESSING',
      posting: isAtOnce ? 'POSTED' : null,
      books: isAtOnce ? { clearing: 4_250, posted: -4_250 } : 'empty',
      held: 0,
    })
    expect(await emails()).toEqual(['bank-submitted'])
  })

  test('after days without an answer, it is neither unknown nor escalated', async () => {
    await pay(processing)
    for (let looks = 0; looks < 2; looks++) await asked({ outcome: 'processing', tag })
    expect((await standing()).state).toBe('PROCESSING')
    expect(world.alarms).toEqual([])
  })

  test('when the bank pays, then the receipt follows, and every book adds up', async () => {
    await pay(processing)
    await post()
    await asked(purchase('approved'))
    await post()
    expect(await standing()).toEqual({
      state: 'CHARGED',
      posting: 'POSTED',
      books: { card: 4_250, posted: -4_250 },
      held: 0,
    })
    expect(await emails()).toEqual(['bank-submitted', 'payment-confirmation'])
    expect(world.billing.payments).toHaveLength(1)
  })

  test('when the bank returns it, then whatever was credited is taken back, and the payer reads why', async () => {
    await pay(processing)
    await post()
    await asked(purchase('returned'))
    await post()
    expect(await standing()).toEqual({
      state: 'RETURNED',
      posting: isAtOnce ? 'CANCELLED' : null,
      books: 'empty',
      held: 0,
    })
    expect(world.billing.cancelled.map(({ reason }) => reason)).toEqual(isAtOnce ? ['NSF'] : [])
    expect(await emails()).toEqual(['bank-submitted', 'bank-returned'])
  })

  test('when it is returned while the billing system is away, then it waits for the posting', async () => {
    await pay(processing)
    world.billing.isDown = true
    await post()
    await asked(purchase('returned'))
    expect((await standing()).state).toBe(isAtOnce ? 'PROCESSING' : 'RETURNED')
    world.billing.isDown = false
    world.clock.pass(hour)
    await post()
    await asked(purchase('returned'))
    await post()
    expect(await standing()).toMatchObject({ state: 'RETURNED', books: 'empty' })
  })

  test('given numbers that were typed, then nothing counts before the account is verified', async () => {
    await pay(verifying)
    await post()
    expect(await standing()).toEqual({ state: 'VERIFYING', posting: null, books: 'empty', held: 0 })
    await asked({ outcome: 'processing', tag })
    await post()
    expect(await standing()).toMatchObject({ state: 'PROCESSING', posting: isAtOnce ? 'POSTED' : null })
    expect(await emails()).toEqual(['bank-verify', 'bank-submitted'])
  })

  test.each(['error', 'declined'] as const)(
    'when the verification ends (%s), then nothing was debited',
    async (status) => {
      await pay(verifying)
      await asked(purchase(status))
      expect(await standing()).toMatchObject({ books: 'empty', held: 0 })
      expect(await emails()).toEqual(['bank-verify', 'bank-canceled'])
    },
  )

  test('when the answer is lost, then an inquiry finds what the bank has', async () => {
    await pay({ outcome: 'unknown', reason: 'timeout', reply: { ...emptyReply, tag }, operatorAlarm: false })
    expect(await standing()).toMatchObject({ state: 'UNKNOWN', held: 1 })
    await asked({ outcome: 'processing', tag })
    expect(await standing()).toMatchObject({ state: 'PROCESSING', held: 0 })
  })

  test('what was paid elsewhere meanwhile reverses nothing', async () => {
    await pay(processing)
    world.billing.paidOtherwise = true
    await asked(purchase('approved'))
    expect((await standing()).state).toBe('CHARGED')
  })
})

describe('given an account that nobody verifies', () => {
  beforeEach(async () => {
    credit('submission')
    await pay(verifying)
  })
  const days = async (count: number) => {
    for (let quarter = 0; quarter < 4 * count; quarter += 1) {
      world.clock.pass(6 * hour)
      await resolveLoop(world.engine).run(never)
    }
  }

  test('then the payer is reminded once on day 8, also by a process that does not know of it', async () => {
    world.gateway.books = { outcome: 'verifying', tag, deposits }
    await days(7)
    expect(await emails()).toEqual(['bank-verify'])
    await days(2)
    expect(await emails()).toEqual(['bank-verify', 'bank-reminder'])
    const { body_text: text } = await world.database.db
      .selectFrom('email')
      .select('body_text')
      .where('kind', '=', 'bank-reminder')
      .executeTakeFirstOrThrow()
    // Ten days after 2026-06-01 in Guam.
    expect(text).toContain('by 06/11/2026')
  })

  test('then it ends on day 10: the gateway cancels it, and the bill is still unpaid', async () => {
    world.gateway.books = { outcome: 'verifying', tag, deposits }
    await days(9)
    const { gateway } = world.engine
    const given: boolean[] = []
    Object.assign(world.engine, {
      gateway: {
        ...gateway,
        inquire: async ({ isGivenUp = false }: Inquiry) => {
          given.push(isGivenUp)
          return isGivenUp ? purchase('error') : world.gateway.books
        },
      },
    })
    await days(1)
    expect(given.filter(Boolean)).toHaveLength(1)
    expect(await standing()).toMatchObject({ state: 'NOT_CHARGED', books: 'empty' })
    expect(await emails()).toEqual(['bank-verify', 'bank-reminder', 'bank-canceled'])
    const { body_text: text } = await world.database.db
      .selectFrom('email')
      .select('body_text')
      .where('kind', '=', 'bank-canceled')
      .executeTakeFirstOrThrow()
    expect(text).toContain('You did not verify your bank account in 10 days')
  })
})

test('the payer reads by when the bank answers', async () => {
  credit('submission')
  await pay(processing)
  const paid = await checkout()
  expect(paid?.attempt.bank).toEqual({
    bankName: 'First Hawaiian',
    accountType: 'checking',
    authorization: null,
    credit: 'submission',
    submittedAt: paid?.attempt.sentAt,
    answersBy: answersBy(paid?.attempt.sentAt ?? world.clock.now()),
    deposits: null,
    returned: null,
  })
})
