import type { CardKeeper, KeptCard, SetupRead } from '../port-saved-cards.ts'

/** Keeps cards in memory, and does what a test says. */
export interface TestCards extends CardKeeper {
  /** What becomes of the next card that is saved, by token; saved when left out. */
  answers: Map<string, SetupRead>
  /** By method. */
  kept: Map<string, KeptCard>
  detached: string[]
  /** Whether the gateway answers nothing. */
  isAway: boolean
}

const away = { outcome: 'unavailable', reason: 'away' } as const

/** The last four characters of a token are the card's digits. */
export function testCards(): TestCards {
  const setups = new Map<string, SetupRead>()
  let made = 0
  const keptCard = (token: string, customer: string): KeptCard => ({
    method: `pm_${(made += 1)}`,
    customer,
    brand: 'Visa',
    lastFour: token.slice(-4),
    expires: '2030-12',
    funding: 'credit',
    wallet: null,
    fingerprint: `print ${token.slice(-4)}`,
    cardHolder: 'Maria Cruz',
  })
  const cards: TestCards = {
    answers: new Map(),
    kept: new Map(),
    detached: [],
    isAway: false,
    isLive: false,
    makeCustomer: async () => (cards.isAway ? away : { outcome: 'made', customer: `cus_${(made += 1)}` }),
    async save({ token, customer, named }) {
      const setup = `seti_${(made += 1)}`
      if (!(await named(setup))) return away
      const card = keptCard(token, customer)
      const read = cards.answers.get(token) ?? { outcome: 'saved', card }
      setups.set(setup, read.outcome === 'saved' ? read : { outcome: 'saved', card })
      if (read.outcome === 'refused') setups.set(setup, read)
      cards.kept.set(card.method, card)
      return cards.isAway ? away : read
    },
    readSetup: async (setup) => (cards.isAway ? away : (setups.get(setup) ?? paidWith(setup))),
    giveUp: async (setup) => (cards.isAway ? away : (setups.get(setup) ?? { outcome: 'refused', reason: 'unsaid' })),
    async readCard(method) {
      const card = cards.kept.get(method)
      if (cards.isAway) return away
      return card ? { outcome: 'read', card } : { outcome: 'gone' }
    },
    async detach(method) {
      if (cards.isAway) return away
      cards.detached.push(method)
      return { outcome: 'detached' }
    },
  }
  /** A charge that was to save its card. */
  const paidWith = (tag: string): SetupRead => ({ outcome: 'saved', card: keptCard(`${tag}0077`, 'cus_paid') })
  return cards
}
