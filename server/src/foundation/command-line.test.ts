import { parseArgs } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parsedOrNull, withOpened } from './command-line.ts'

describe('the arguments of a command', () => {
  const parse = (...args: string[]) => parsedOrNull(() => parseArgs({ args, options: { date: { type: 'string' } } }))

  test('are read when they are correct', () => {
    expect(parse('--date', '2026-06-01')?.values).toEqual({ date: '2026-06-01' })
  })

  test.each([['--day'], ['--date'], ['more']])('are not understood with %s', (...words) => {
    expect(parse(...words)).toBeNull()
  })

  test('do not hide an error of another kind', () => {
    const fault = () => {
      throw Object.assign(new TypeError('something else'), { code: 'ERR_INVALID_ARG_TYPE' })
    }
    expect(() => parsedOrNull(fault)).toThrow('something else')
  })
})

describe('the resources of a command', () => {
  test.each([
    { ending: 'is done', work: async () => 0, outcome: { status: 'fulfilled', value: 0 } },
    { ending: 'fails', work: () => Promise.reject(new Error('no')), outcome: { status: 'rejected' } },
  ])('is closed once the command $ending', async ({ work, outcome }) => {
    let closed = 0
    const close = async () => {
      await Promise.resolve()
      closed += 1
    }
    const io = { open: () => ({ deps: {}, close }), write: () => undefined }
    const [ended] = await Promise.allSettled([withOpened(io, work)])
    expect(ended).toMatchObject(outcome)
    expect(closed).toBe(1)
  })
})
