import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reconcileCommand } from './command.ts'
import { type TestDay, testDay } from './testing/day.ts'

let world: TestDay
let isClosed: boolean
beforeEach(async () => {
  world = await testDay()
  isClosed = false
})
afterEach(() => world.close())

async function portalReconcile(...words: string[]) {
  let text = ''
  const code = await reconcileCommand(words, {
    open: () => ({
      deps: world.deps,
      close: async () => void (isClosed = true),
    }),
    write: (more) => void (text += more),
  })
  return { code, text }
}

describe('portal reconcile', () => {
  test.each([[[]], [['--date']], [['--date', '2026-02-30']], [['--day', '2026-06-01']], [['2026-06-01']]])(
    'written as %j says how it is used',
    async (words) => {
      const { code, text } = await portalReconcile(...words)
      expect(code).toBe(2)
      expect(text).toContain('portal reconcile --date YYYY-MM-DD')
    },
  )

  test('of a day that has not begun says so', async () => {
    expect(await portalReconcile('--date', '2026-06-03')).toEqual({
      code: 2,
      text: '2026-06-03 has not begun in Pacific/Guam.\n',
    })
    expect(isClosed).toBe(true)
  })

  test('of a day on which all books agree says that and ends well', async () => {
    await world.pay(1)
    await world.pay(2)
    const { code, text } = await portalReconcile('--date', '2026-06-01')
    expect(code).toBe(0)
    expect(text).toBe(
      [
        'Payments of 2026-06-01, Pacific/Guam',
        '',
        '                                number          amount      given back',
        '  gateway, charges                   2           85.00            0.00',
        '  portal, charges                    2           85.00            0.00',
        '  billing, payments                  2           85.00            0.00',
        '',
        'All books agree.',
        '',
      ].join('\n'),
    )
    expect(isClosed).toBe(true)
  })

  test('of a day on which they differ lists what differs and ends with 1', async () => {
    await world.pay(1)
    await world.database.pool.query('delete from cis.portal_payment')
    const { code, text } = await portalReconcile('--date', '2026-06-01')
    expect(code).toBe(1)
    expect(text).toContain('1 discrepancy:')
    expect(text).toContain('1 paidButNotPosted: A charged payment has not arrived in the billing system in time.')
    expect(text).toContain('  W-902000001        gateway -, portal 42.50, billing -. In the portal POSTED')
  })

  test('without the gateway says so and ends with 1', async () => {
    world.gateway.isAway = true
    expect(await portalReconcile('--date', '2026-06-01')).toEqual({
      code: 1,
      text: 'Payments of 2026-06-01, Pacific/Guam\nCould not be compared: the gateway is away.\n',
    })
  })
})
