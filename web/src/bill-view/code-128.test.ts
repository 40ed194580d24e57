import bwip from 'bwip-js/node'
import { expect, test } from 'vitest'
import { code128 } from './code-128.ts'

/** The bars and spaces that an independent encoder produces. */
function oracle(digits: string): number[] {
  const [drawn] = bwip.raw('code128', digits, '')
  if (!drawn || !('sbs' in drawn)) throw new Error('The oracle drew nothing')
  return [...drawn.sbs]
}

function ours(digits: string): number[] {
  const { bars, width } = code128(digits)
  return bars.flatMap((bar, index) => {
    const next = bars[index + 1]?.at ?? width
    return next === width ? [bar.width] : [bar.width, next - bar.at - bar.width]
  })
}

const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'))

test("every pair of digits and every check symbol has the same bars as an independent encoder's", () => {
  expect(pairs.map(ours)).toEqual(pairs.map(oracle))
  const ids = pairs.map((pair) => `9479${pair}1402`)
  expect(ids.map(ours)).toEqual(ids.map(oracle))
})

test.each(['947972718402', '000000000000', '999999999999', '012345678901'])('bill id %s', (id) => {
  expect(ours(id)).toEqual(oracle(id))
  expect(code128(id).width).toBe(11 * 8 + 13)
})

test.each(['', '123', '12a4', '12 34'])('%j cannot be encoded', (text) => {
  expect(() => code128(text)).toThrow(RangeError)
})
