import { cents } from '@portal/contract/money'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type PhonedIn,
  type PhonedInChange,
  accountIdsIn,
  changePhonedIn,
  emptyCart,
  recallPhonedIn,
  rememberPhonedIn,
  rowsOf,
} from './cart.ts'
import { testPhonedInAccount } from './testing/accounts.ts'

const home = testPhonedInAccount(1)
const shop = testPhonedInAccount(2, { amount: cents(-500) })
const cashOnly = testPhonedInAccount(3, { cashOnlyFlag: 'Y' })
const all = [home, shop, cashOnly]

function after(...changes: PhonedInChange[]): PhonedIn {
  return changes.reduce(changePhonedIn, emptyCart)
}

const search: PhonedInChange = { kind: 'search', accountIds: all.map(({ accID }) => accID) }
const tickAll = all.map((each): PhonedInChange => ({ kind: 'tick', account: each, isTicked: true }))
const addToCart: PhonedInChange = { kind: 'addToCart', accounts: all }
const ticks = (state: PhonedIn, accounts = all) =>
  rowsOf(state, accounts).map(({ account: { accID }, isTicked, amount }) => [Number(accID), isTicked, amount])

test('empty rows and repetitions are not searched for (A§5)', () => {
  expect(accountIdsIn(['', '0000000001', ' ', '0000000002', '0000000001'])).toEqual(['0000000001', '0000000002'])
})

describe('the stepped flow (A§4)', () => {
  test('goes from the search to the cart by Add to Cart, with the amounts due, zero for a credit', () => {
    const state = after(search, ...tickAll, addToCart)
    expect(state.step).toBe('cart')
    expect(ticks(state)).toEqual([
      [1, true, 8053],
      [2, true, 0],
    ])
  })

  test('goes back by Back with everything kept, including a typed amount', () => {
    const line: PhonedInChange = { kind: 'line', account: home, isTicked: true, amount: cents(100) }
    const state = after(search, ...tickAll, addToCart, line, { kind: 'back' })
    expect([state.step, state.ticked.length]).toEqual(['search', 3])
    expect(ticks(changePhonedIn(state, addToCart))[0]).toEqual([1, true, 100])
  })

  test('goes back by Cancel with an empty cart and the accounts found', () => {
    const state = after(search, ...tickAll, addToCart, { kind: 'emptyCart' })
    expect(state).toMatchObject({ step: 'search', ticked: [], cart: [], asked: search.accountIds })
  })

  test('starts over by Cancel in the first step', () => {
    expect(after(search, ...tickAll, { kind: 'startAnew' })).toBe(emptyCart)
  })
})

test('given another search, then nothing of the previous caller is chosen or in the cart', () => {
  const state = after(search, ...tickAll, addToCart, { kind: 'back' }, { kind: 'search', accountIds: [shop.accID] })
  expect([state.ticked, state.cart.map(({ accID }) => accID)]).toEqual([[shop.accID], [shop.accID]])
})

describe('given the accounts are looked at again', () => {
  const state = after(search, ...tickAll, addToCart)

  test('when a balance has changed, then its amount has to be chosen again', () => {
    const paid = [testPhonedInAccount(1, { amount: cents(0) }), shop]
    expect(rowsOf(state, paid)[0]).toMatchObject({ isTicked: false, amount: 0, hasChanged: true })
    const chosenAnew = changePhonedIn(state, {
      kind: 'line',
      account: paid[0] ?? home,
      isTicked: true,
      amount: cents(5),
    })
    expect(rowsOf(chosenAnew, paid)[0]).toMatchObject({ isTicked: true, amount: 5, hasChanged: false })
  })

  test('when one is being paid, then it cannot be paid again', () => {
    expect(ticks(state, [testPhonedInAccount(1, { isBeingPaid: true }), shop])[0]).toEqual([1, false, 8053])
  })

  test('when one is gone, then it leaves the cart', () => {
    expect(ticks(state, [shop])).toEqual([[2, true, 0]])
  })
})

describe('a reload of the tab', () => {
  beforeEach(() => sessionStorage.clear())
  const state = after(search, ...tickAll, addToCart)

  test('restores what this administrator chose, and nobody else’s', () => {
    rememberPhonedIn(7, state)
    expect(recallPhonedIn(7)).toEqual({ ...state, typed: state.asked })
    expect(recallPhonedIn(8)).toBe(emptyCart)
  })

  test('restores account numbers only, not a card number typed into the wrong field', () => {
    rememberPhonedIn(7, changePhonedIn(state, { kind: 'type', rows: ['4111111111111111', home.accID] }))
    expect(recallPhonedIn(7).typed).toEqual(['', home.accID])
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('4111')
  })

  test.each(['', '{', '{"adminId":7}', '{"adminId":7,"step":"pay","typed":[""],"asked":[],"ticked":[],"cart":[]}'])(
    'begins anew when %j was kept',
    (kept) => {
      sessionStorage.setItem('phonedIn', kept)
      expect(recallPhonedIn(7)).toBe(emptyCart)
    },
  )
})
