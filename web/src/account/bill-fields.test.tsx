import { setAccountShape } from '@portal/contract/account-shape'
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountNumberField, fiveDigits } from './bill-fields.tsx'

function Form() {
  const [accountId, setAccountId] = useState('')
  return <AccountNumberField value={accountId} onChange={setAccountId} />
}

test.each([
  ['01234-56789', 'with a dash'],
  ['01234\u201356789', 'with the dash of a text'],
  ['01234\u00A056789\n', 'with spaces of other kinds'],
  ['０１２３４５６７８９', 'in full-width digits'],
  ['No. 0123456789', 'with letters'],
  ['\u202A0123456789\u202C', 'with the marks of direction of a phone'],
])('an account number pasted as %j, %s, stands there as its ten digits', async (pasted) => {
  render(<Form />)
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Account number'))
  await user.paste(pasted)
  expect(screen.getByLabelText('Account number')).toHaveProperty('value', '0123456789')
})

test('what an input method composes is left alone until it is done', () => {
  render(<Form />)
  const field = screen.getByLabelText<HTMLInputElement>('Account number')
  fireEvent.compositionStart(field)
  fireEvent.input(field, { target: { value: 'ｚ１' } })
  expect(field.value).toBe('ｚ１')
  fireEvent.compositionEnd(field)
  expect(field.value).toBe('1')
})

test.each([
  ['96913-1234', '96913'],
  [' GU 96913\n', '96913'],
  ['969 13', '96913'],
  ['9691', '9691'],
  ['96913x', '96913'],
  ['９６９１３', '96913'],
  ['guam', ''],
])('of the zip code %j the first five digits are kept', (pasted, kept) => expect(fiveDigits(pasted)).toBe(kept))

describe('given a utility that prints 101-0101-01', () => {
  beforeEach(() => setAccountShape({ pattern: String.raw`\d{3}-\d{4}-\d{2}`, example: '101-0101-01', shownAtEnd: 4 }))
  afterEach(() => setAccountShape())

  test('the field shows one, and keeps the dashes as they are typed', async () => {
    render(<Form />)
    const field = screen.getByRole('textbox', { name: 'Account number', description: 'Such as 101-0101-01' })
    await userEvent.type(field, '101-0101-01')
    expect(field).toHaveProperty('value', '101-0101-01')
  })
})
