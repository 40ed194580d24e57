import { type Cents, noCents } from '@portal/contract/money'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { MoneyInput } from './money-input.tsx'
import { pastedAmount, typedAmount } from './use-money-typing.ts'

function Field() {
  const [amount, setAmount] = useState<Cents>(noCents)
  return <MoneyInput label="Amount" value={amount} onChange={setAmount} />
}

test('digits are read as cents and shown with two decimals and separators (C§5)', async () => {
  render(<Field />)
  const user = userEvent.setup()
  const field = screen.getByLabelText('Amount')
  const shown: string[] = []
  for (const digit of '123456') {
    await user.type(field, digit)
    shown.push(field.getAttribute('value') ?? '')
  }
  expect(shown).toEqual(['0.01', '0.12', '1.23', '12.34', '123.45', '1,234.56'])
  await user.keyboard('{Backspace}')
  expect(field).toHaveProperty('value', '123.45')
})

test('what is selected is replaced by typing', async () => {
  render(<Field />)
  const user = userEvent.setup()
  const field = screen.getByLabelText('Amount')
  await user.type(field, '8053')
  await user.tripleClick(field)
  await user.keyboard('500')
  expect(field).toHaveProperty('value', '5.00')
})

test('a pasted amount means what it says', async () => {
  render(<Field />)
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Amount'))
  await user.paste('$1,234.5')
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '1,234.50')
})

test.each([
  ['', 0],
  ['0.00', 0],
  ['-5.00', 500],
  ['12a3', 123],
  ['99999999999', 999_999_999],
])('typed %j is %i cents', (text, amount) => expect(typedAmount(text)).toBe(amount))

test.each([
  ['161.06', 16_106],
  ['.5', 50],
  ['161', null],
  ['$500', 50_000],
  ['80.5 USD', 8050],
  ['$ 1,234', 123_400],
  ['$', null],
  ['-$5', null],
  ['-1.00', null],
  ['1.234', null],
])('pasted %j is %s cents', (text, amount) => expect(pastedAmount(text)).toBe(amount))
