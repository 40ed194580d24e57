import { describe, expect, it } from 'vitest'
import { attemptMoves, attemptStatesBefore, isUndecided, outcomeOf, checkoutStateOf, draftMoves } from './states.ts'

describe('the moves of a payment that is put together call by call (A§7)', () => {
  it('lead to its one charge, or to nothing', () => {
    expect(draftMoves.DRAFT).toEqual(['CHARGING', 'EXPIRED'])
    expect(draftMoves.EXPIRED).toEqual([])
  })
})

describe('the moves of a charge attempt', () => {
  it('never leave a settled state', () => {
    const settled = (['CHARGED', 'DECLINED', 'NOT_CHARGED', 'REVERSED'] as const).map((state) => attemptMoves[state])
    expect(settled.flat()).toEqual([])
  })

  it('reach CHARGED only from a state that is undecided', () => {
    expect(attemptStatesBefore('CHARGED')).toEqual(['INTENT', 'UNKNOWN', 'ESCALATED'])
    expect(attemptStatesBefore('CHARGED').every(isUndecided)).toBe(true)
  })

  it('never report an unknown outcome as not processed (design R19)', () => {
    const told = (['INTENT', 'UNKNOWN', 'ESCALATED'] as const).map((state) => outcomeOf[checkoutStateOf[state]])
    expect(new Set(told)).toEqual(new Set(['beingConfirmed']))
  })
})
