import { type Cents, cents, noCents } from '@portal/contract/money'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { MoneyInput, typedAmount } from './money-input.tsx'
const largest = cents(9_999_999)

function Field({ first }: { readonly first: Cents }) {
  const [amount, setAmount] = useState<Cents>(first)
  return <MoneyInput label="Amount" largest={largest} value={amount} onChange={setAmount} />
}

function openField(first = noCents) {
  render(<Field first={first} />)
  return { user: userEvent.setup(), field: screen.getByLabelText<HTMLInputElement>('Amount') }
}

const transferOf = (text: string) => ({ getData: () => text })

function inputOf(field: HTMLInputElement, value: string, event: { inputType: string; data?: string }): void {
  fireEvent.input(field, { target: { value }, ...event })
}

test('digits are read as cents and shown with two decimals and separators (C§5)', async () => {
  const { user, field } = openField()
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
  const { user, field } = openField()
  await user.type(field, '8053')
  await user.tripleClick(field)
  await user.keyboard('500')
  expect(field).toHaveProperty('value', '5.00')
})

test('what comes in one piece is an amount as a whole, and typing goes on behind it', async () => {
  const { user, field } = openField()
  await user.type(field, '8053')
  await user.paste('173')
  expect(field.value).toBe('173.00')
  await user.keyboard('5')
  expect(field.value).toBe('1,730.05')
  await user.keyboard('{Backspace}')
  await user.tripleClick(field)
  await user.paste('１，２３４．５')
  expect(field.value).toBe('1,234.50')
  await user.keyboard('{Control>}zzz{/Control}')
  expect(field.value).toBe('173.00')
})

const oneWay: Readonly<Record<string, (field: HTMLInputElement, text: string) => unknown>> = {
  pasted: (field, text) => fireEvent.paste(field, { clipboardData: transferOf(text) }),
  dropped: (field, text) => fireEvent.drop(field, { dataTransfer: transferOf(text) }),
  'filled in by the browser': (field, text) => fireEvent.change(field, { target: { value: text } }),
  'filled in as a replacement': (field, text) => inputOf(field, text, { inputType: 'insertReplacementText' }),
  'put in by the keyboard of a phone': (field, text) =>
    inputOf(field, `${field.value}${text}`, { inputType: 'insertText', data: text }),
}

describe.each(Object.keys(oneWay))('a text that is %s', (way) => {
  const put = oneWay[way] ?? expect.fail()

  test('is the amount it says', () => {
    const { field } = openField(cents(8053))
    put(field, '173')
    expect(field.value).toBe('173.00')
  })

  test.each(['58.333', '5.005', '1,234.567', '12,34', '1.234,56', '-5', 'abc', '100,000'])(
    'and reads %j is refused with a sentence, and changes nothing',
    (text) => {
      const { field } = openField(cents(8053))
      put(field, text)
      expect(field.value).toBe('80.53')
      screen.getByText(/^Please enter an amount up to \$99,999\.99, such as/)
      expect(field.getAttribute('aria-invalid')).toBe('true')
      put(field, '5.5')
      expect(field.value).toBe('5.50')
      expect(screen.queryByText(/^Please enter an amount up to/)).toBeNull()
    },
  )
})

test.each([
  ['digits are typed', ['３', '３４'], '0.34'],
  ['a whole amount is written', ['３', '３．', '３．５'], '3.50'],
  ['a letter is written', ['あ'], '0.00'],
])('while an input method composes, the field is left alone: %s', (_what, steps, amount) => {
  const { field } = openField()
  fireEvent.compositionStart(field)
  for (const data of steps) {
    inputOf(field, `0.00${data}`, { inputType: 'insertCompositionText', data })
    expect(field.value).toBe(`0.00${data}`)
  }
  fireEvent.compositionEnd(field, { data: steps.at(-1) })
  // Firefox reports the text once more.
  inputOf(field, field.value, { inputType: 'insertCompositionText', data: steps.at(-1) ?? '' })
  expect(field.value).toBe(amount)
})

test('the key 00 types two zeros', () => {
  const { field } = openField(cents(5))
  inputOf(field, '0.0500', { inputType: 'insertText', data: '00' })
  expect(field.value).toBe('5.00')
})

test.each([
  ['', 0],
  ['0.00', 0],
  ['-5.00', 500],
  ['12a3', 123],
  ['0.00５', 5],
  ['99999999999', 999_999_999],
])('typed %j is %i cents', (text, amount) => expect(typedAmount(text)).toBe(amount))

test('what was understood is said, and announced', async () => {
  const { user, field } = openField()
  const [hint = ''] = (field.getAttribute('aria-describedby') ?? '').split(' ')
  expect(document.getElementById(hint)?.textContent).toContain('Type 8053 for $80.53.')
  await user.type(field, '150')
  expect(document.getElementById(hint)?.textContent).toContain('You entered $1.50.')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('You entered $1.50.'))
})
