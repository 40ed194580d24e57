import { describe, expect, test } from 'vitest'
import { moneyDeskTexts } from './money-desk-texts.ts'
import { MoveOfPayment } from './money-desk.ts'

const settled = { move: 'settleCharged', why: 'The bank says so', tag: '1871007', authorization: 'ET131078' }

/** The error messages for a charge that a clerk settles, after changing some of its fields. */
function messagesOf(changes: object): string[] {
  return MoveOfPayment.safeParse({ ...settled, ...changes }).error?.issues.map(({ message }) => message) ?? []
}

describe('what a clerk records about a charge', () => {
  test.each([
    { why: ' yes ' },
    { why: '1234 5678-9012' },
    { tag: '1' },
    { tag: ' 9999999999 ' },
    { tag: '１８７１００７' },
    { authorization: '0' },
    { authorization: ' eT131078 ' },
    { authorization: 'ZZ999999' },
  ])('%j is taken', (field) => {
    expect(messagesOf(field)).toEqual([])
  })

  test.each([
    [{ why: ' no ' }, moneyDeskTexts.reason],
    [{ why: 'Card 4111 1111-11113' }, moneyDeskTexts.longNumber],
    [{ why: 'Card ４１１１１１１１１１１１３' }, moneyDeskTexts.longNumber],
    [{ tag: '' }, moneyDeskTexts.tag],
    [{ tag: '0' }, moneyDeskTexts.tag],
    [{ tag: '01871007' }, moneyDeskTexts.tag],
    [{ tag: '12345678901' }, moneyDeskTexts.tag],
    [{ tag: 'W-1871007' }, moneyDeskTexts.tag],
    [{ tag: '1871007-2' }, moneyDeskTexts.tag],
    [{ authorization: '' }, moneyDeskTexts.authorization],
    [{ authorization: 'ET1310789' }, moneyDeskTexts.authorization],
    [{ authorization: 'ET-13107' }, moneyDeskTexts.authorization],
    [{ authorization: '-ET13107' }, moneyDeskTexts.authorization],
  ])('%j is refused: %s', (field, message) => {
    expect(messagesOf(field)).toEqual([message])
  })
})
