import { describe, expect, test } from 'vitest'
import { exceptionsTexts } from './exceptions-texts.ts'
import { ActionRequest } from './exceptions.ts'

const resolved = { action: 'resolveCharged', why: 'The bank says so', tag: '1871007', authorization: 'ET131078' }

/** The error messages for a charge that a clerk resolves, after changing some of its fields. */
function messagesOf(changes: object): string[] {
  return ActionRequest.safeParse({ ...resolved, ...changes }).error?.issues.map(({ message }) => message) ?? []
}

describe('what a clerk records about a charge', () => {
  test.each([
    { why: ' yes ' },
    { why: '1234 5678-9012' },
    { tag: '1' },
    { tag: ' 9999999999 ' },
    { tag: 'pi_3MtwBwLkdIwHu7ix28a3tqPa' },
    { tag: '１８７１００７' },
    { authorization: '0' },
    { authorization: ' eT131078 ' },
    { authorization: 'ZZ999999' },
  ])('%j is taken', (field) => {
    expect(messagesOf(field)).toEqual([])
  })

  test.each([
    [{ why: ' no ' }, exceptionsTexts.reason],
    [{ why: 'Card 4111 1111-11113' }, exceptionsTexts.longNumber],
    [{ why: 'Card ４１１１１１１１１１１１３' }, exceptionsTexts.longNumber],
    [{ tag: '' }, exceptionsTexts.tag],
    [{ tag: '4111111111111' }, exceptionsTexts.tag],
    [{ tag: 'x'.repeat(41) }, exceptionsTexts.tag],
    [{ tag: 'W-1871007' }, exceptionsTexts.tag],
    [{ tag: '1871007-2' }, exceptionsTexts.tag],
    [{ authorization: '' }, exceptionsTexts.authorization],
    [{ authorization: 'ET1310789' }, exceptionsTexts.authorization],
    [{ authorization: 'ET-13107' }, exceptionsTexts.authorization],
    [{ authorization: '-ET13107' }, exceptionsTexts.authorization],
  ])('%j is refused: %s', (field, message) => {
    expect(messagesOf(field)).toEqual([message])
  })
})
