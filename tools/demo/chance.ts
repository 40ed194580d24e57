/** Every draw is a hash of its purpose, so an account's values depend only on the seed and its own number. */
export interface Chance {
  /** Uniform from 0 (inclusive) to 1 (exclusive), always the same for this purpose, entity and month. */
  uniform(purpose: string, entity: number, month?: number): number
  /** A whole number from `from` to `to`, both included. */
  whole(purpose: string, entity: number, range: readonly [from: number, to: number], month?: number): number
  normal(purpose: string, entity: number, month?: number): number
  /** One of these. */
  pick<T>(purpose: string, entity: number, choices: readonly [T, ...T[]], month?: number): T
  happens(purpose: string, probability: number, entity: number, month?: number): boolean
}

export function chanceOf(seed: number): Chance {
  const uniform: Chance['uniform'] = (purpose, entity, month = 0) => {
    const high = mix(mix(mix(mix(seed) + textHash(purpose)) + entity) + month)
    return (high * 2 ** 21 + (mix(high + 0x9e3779b9) >>> 11)) / 2 ** 53
  }
  const whole: Chance['whole'] = (purpose, entity, [from, to], month) =>
    from + Math.floor(uniform(purpose, entity, month) * (to - from + 1))
  return {
    uniform,
    whole,
    normal(purpose, entity, month) {
      const radius = Math.sqrt(-2 * Math.log(1 - uniform(purpose, entity, month)))
      return radius * Math.cos(2 * Math.PI * uniform(`${purpose}, angle`, entity, month))
    },
    pick: (purpose, entity, choices, month) =>
      choices[whole(purpose, entity, [0, choices.length - 1], month)] ?? choices[0],
    happens: (purpose, probability, entity, month) => uniform(purpose, entity, month) < probability,
  }
}

/** Mixes 32 bits so that every bit of the result depends on every given bit (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

const half = 12
const halfMask = (1 << half) - 1
const keys = 10_000_000

/** A Feistel network over 24 bits, repeated until the result is below ten million: different numbers stay different. */
export function shuffled(seed: number, purpose: string, number: number): number {
  if (number < 0 || number >= keys) throw new RangeError(`Only ten million keys of one kind: ${number}`)
  let value = number
  do {
    let left = value >>> half
    let right = value & halfMask
    for (let round = 0; round < 4; round++)
      [left, right] = [right, left ^ (mix(mix(seed + round) + textHash(purpose) + right) & halfMask)]
    value = (left << half) | right
  } while (value >= keys)
  return value
}
