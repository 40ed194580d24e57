import type { VerifyResult } from '../port-bank-accounts.ts'
import type { MethodKeeper, MethodRead, KeptMethod, SetupRead } from '../port-saved-methods.ts'

/** Keeps cards in memory, and does what a test says. */
export interface TestCards extends MethodKeeper {
  /** What becomes of the next card that is saved, by token; saved when left out. */
  answers: Map<string, SetupRead>
  /** By method. */
  kept: Map<string, KeptMethod>
  /** What becomes of the next verification. */
  verification: VerifyResult['outcome']
  /** What is wrong with a bank account, by method. */
  blocked: Map<string, Extract<MethodRead, { outcome: 'blocked' }>['reason']>
  detached: string[]
  /** Whether the gateway answers nothing. */
  isAway: boolean
}

const away = { outcome: 'unavailable', reason: 'away' } as const

/** The last four characters of a token are the digits. */
export function testCards(): TestCards {
  const setups = new Map<string, SetupRead>()
  const waiting = new Map<string, KeptMethod>()
  let made = 0
  const keptMethod = (token: string, customer: string, isBankAccount = false): KeptMethod => {
    const lastFour = token.slice(-4)
    const kept = { method: `pm_${(made += 1)}`, customer, lastFour, fingerprint: `print ${lastFour}` }
    if (!isBankAccount)
      return { ...kept, brand: 'Visa', expires: '2030-12', funding: 'credit', wallet: null, cardHolder: 'Maria Cruz' }
    const bankAccount = { bankName: 'First Hawaiian', accountType: 'checking', lastFour } as const
    return { ...kept, bankAccount, mandate: `mandate_${made}`, cardHolder: 'Maria Cruz' }
  }
  const cards: TestCards = {
    answers: new Map(),
    kept: new Map(),
    verification: 'verified',
    blocked: new Map(),
    detached: [],
    isAway: false,
    isLive: false,
    makeCustomer: async () => (cards.isAway ? away : { outcome: 'made', customer: `cus_${(made += 1)}` }),
    async save({ token, isBankAccount, customer, named }) {
      const setup = `seti_${(made += 1)}`
      if (!(await named(setup))) return away
      const card = keptMethod(token, customer, isBankAccount)
      const read = cards.answers.get(token) ?? { outcome: 'saved', card }
      setups.set(setup, read.outcome === 'saved' || read.outcome === 'verifying' ? read : { outcome: 'saved', card })
      waiting.set(setup, card)
      if (read.outcome === 'refused') setups.set(setup, read)
      cards.kept.set(card.method, card)
      return cards.isAway ? away : read
    },
    readSetup: async (setup) => (cards.isAway ? away : (setups.get(setup) ?? paidWith(setup))),
    async giveUp(setup) {
      const read = setups.get(setup)
      if (cards.isAway) return away
      return read === undefined || read.outcome === 'verifying' ? { outcome: 'refused', reason: 'unsaid' } : read
    },
    async verifySetup(setup) {
      const card = waiting.get(setup)
      const outcome = cards.isAway ? 'unavailable' : cards.verification
      if (outcome === 'verified' && card) setups.set(setup, { outcome: 'saved', card })
      if (outcome === 'failed') setups.set(setup, { outcome: 'refused', reason: 'unsaid' })
      return outcome === 'unavailable' ? away : { outcome }
    },
    async readMethod(method) {
      const card = cards.kept.get(method)
      const reason = cards.blocked.get(method)
      if (cards.isAway) return away
      if (reason) return { outcome: 'blocked', reason }
      return card ? { outcome: 'read', card } : { outcome: 'gone' }
    },
    async detach(method) {
      if (cards.isAway) return away
      cards.detached.push(method)
      return { outcome: 'detached' }
    },
  }
  /** A charge that was to save its card. */
  const paidWith = (tag: string): SetupRead => ({ outcome: 'saved', card: keptMethod(`${tag}0077`, 'cus_paid') })
  return cards
}
