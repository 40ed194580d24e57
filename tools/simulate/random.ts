import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Every choice of one simulated run; the same seed makes the same choices. */
export interface Random {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly [T, ...T[]]): T
  bytes(count: number): Uint8Array
}

export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  const between = (least: number, most: number) => uniformInt(generator, least, most)
  return {
    between,
    chance: (probability) => between(0, 999_999) < probability * 1_000_000,
    pick: (values) => values[between(0, values.length - 1)] ?? values[0],
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
  }
}
