import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type AttemptState, attemptStates } from '../database/tables/payments.ts'
import {
  agreementMoves,
  attemptMoves,
  attemptStatesBefore,
  checkoutStateOf,
  disputeMoves,
  draftMoves,
  isOpen,
  isUndecided,
  itemStatusOf,
  inquiredStates,
  payerOutcomeOf,
  plannedMoves,
  plannedStateOf,
  postingMoves,
  reversalMoves,
  reversalStatesBefore,
} from './states.ts'

const documentation = readFileSync(new URL('../../../docs/payments.md', import.meta.url), 'utf8')

/** The moves that the nth diagram of docs/payments.md draws, `FROM → TO`, sorted. */
function drawn(diagram: number): string[] {
  const text = documentation.split('stateDiagram-v2')[diagram]?.split('```')[0] ?? ''
  return [...text.matchAll(/^ *([A-Z_]+) --> ([A-Z_]+)/gm)].map(([, from, to]) => `${from} → ${to}`).toSorted()
}

function legal(moves: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(moves)
    .flatMap(([from, tos]) => tos.map((to) => `${from} → ${to}`))
    .toSorted()
}

describe('the diagrams of docs/payments.md', () => {
  test.each([
    ['a charge attempt', 1, attemptMoves],
    ['a posting', 2, postingMoves],
    ['a void or refund', 3, reversalMoves],
    ['a dispute', 4, disputeMoves],
    ['an AutoPay agreement', 5, agreementMoves],
    ['a planned charge', 6, plannedMoves],
  ])('draw exactly the legal moves of %s (P5)', (_what, diagram, moves) => {
    expect(drawn(diagram)).toEqual(legal(moves))
  })

  test('have a row per state of an attempt with its checkout, accounts and payer', () => {
    const told = {
      approved: 'Approved',
      beingConfirmed: 'being confirmed',
      declined: 'Sorry',
      serverFailed: 'the same',
      reversed: 'goes back',
      refunded: 'went back',
      verifying: 'Verify your bank account',
      submitted: 'Submitted',
      returned: 'returned',
    }
    for (const state of attemptStates) {
      const row = documentation.split('\n').find((line) => new RegExp(`^\\| [^|]*\\b${state}\\b`).test(line)) ?? ''
      const [, , checkout = '', account, reads, held] = row.split('|').map((cell) => cell.trim())
      expect([state, checkout.split(', ')]).toEqual([state, expect.arrayContaining([checkoutStateOf[state]])])
      expect([state, account, held]).toEqual([state, itemStatusOf[state], isUndecided(state) ? 'yes' : 'no'])
      expect([state, reads]).toEqual([state, expect.stringContaining(told[payerOutcomeOf[checkoutStateOf[state]]])])
    }
  })
})

describe('a planned charge', () => {
  test('goes from SENT wherever the outcome of its charge puts it, and stays there while that is open', () => {
    const reached = Object.values(plannedStateOf).filter((state) => state !== null)
    expect(new Set(reached)).toEqual(new Set(plannedMoves.SENT))
    const open = attemptStates.filter((state) => plannedStateOf[state] === null)
    expect(open).toEqual(attemptStates.filter(isOpen))
  })
})

describe('the moves into a state', () => {
  test('are the tables, read backwards', () => {
    expect(reversalStatesBefore('DONE')).toEqual(['REQUESTED', 'SENT', 'UNKNOWN'])
  })

  test('is looked up at the gateway while it is unknown, and after the payer was told that nothing was charged', () => {
    const paidOrGivenBack: AttemptState[] = ['CHARGED', 'REVERSING', 'REVERSED']
    expect(inquiredStates.toSorted()).toEqual(
      attemptStates.filter((state) => !paidOrGivenBack.includes(state)).toSorted(),
    )
  })
})

describe('the moves of a payment that is put together call by call (A§7)', () => {
  test('lead to its one charge, or to nothing', () => {
    expect(draftMoves.DRAFT).toEqual(['CHARGING', 'EXPIRED'])
    expect(draftMoves.EXPIRED).toEqual([])
  })
})

describe('the moves of a charge attempt', () => {
  test('leave a settled state only when a charge is given back, taken back, owed again, won again, or never was', () => {
    const settled = (['CHARGED', 'DECLINED', 'NOT_CHARGED', 'REVERSED'] as const).map((state) => attemptMoves[state])
    expect(settled).toEqual([
      ['REVERSING', 'REVERSED', 'NOT_CHARGED'],
      ['REVERSING'],
      ['REVERSING'],
      ['REVERSING', 'CHARGED'],
    ])
  })

  test('reach CHARGED only from a state that is undecided, when a bank pays, a refund is refused, or a lost dispute is won', () => {
    expect(attemptStatesBefore('CHARGED')).toEqual([
      'INTENT',
      'UNKNOWN',
      'ESCALATED',
      'REVERSING',
      'REVERSED',
      'VERIFYING',
      'PROCESSING',
    ])
  })

  test('never report an unknown outcome as not processed (R19)', () => {
    const told = (['INTENT', 'UNKNOWN', 'ESCALATED'] as const).map((state) => payerOutcomeOf[checkoutStateOf[state]])
    expect(new Set(told)).toEqual(new Set(['beingConfirmed']))
  })
})
