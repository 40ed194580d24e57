import { describe, expect, test } from 'vitest'
import { attemptMoves, attemptStatesBefore, outcomeOf, checkoutStateOf, draftMoves } from './states.ts'

describe('the moves of a payment that is put together call by call (A§7)', () => {
  test('lead to its one charge, or to nothing', () => {
    expect(draftMoves.DRAFT).toEqual(['CHARGING', 'EXPIRED'])
    expect(draftMoves.EXPIRED).toEqual([])
  })
})

describe('the moves of a charge attempt', () => {
  test('leave a settled state only to give a charge back', () => {
    const settled = (['CHARGED', 'DECLINED', 'NOT_CHARGED'] as const).map((state) => attemptMoves[state])
    expect(settled).toEqual([['REVERSING'], ['REVERSING'], ['REVERSING']])
    expect(attemptMoves.REVERSED).toEqual([])
  })

  test('reach CHARGED only from a state that is undecided, or when the gateway refuses to give the charge back', () => {
    expect(attemptStatesBefore('CHARGED')).toEqual(['INTENT', 'UNKNOWN', 'ESCALATED', 'REVERSING'])
  })

  test('never report an unknown outcome as not processed (R19)', () => {
    const told = (['INTENT', 'UNKNOWN', 'ESCALATED'] as const).map((state) => outcomeOf[checkoutStateOf[state]])
    expect(new Set(told)).toEqual(new Set(['beingConfirmed']))
  })
})
