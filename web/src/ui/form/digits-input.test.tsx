import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { DigitsInput } from './digits-input.tsx'

function Field() {
  const [digits, setDigits] = useState('')
  return <DigitsInput label="Number" autoComplete="off" groupSize={4} value={digits} onChange={setDigits} />
}

function openField() {
  render(<Field />)
  return { user: userEvent.setup(), field: screen.getByLabelText<HTMLInputElement>('Number') }
}

test('a number is shown in groups of four while it is typed', async () => {
  const { user, field } = openField()
  await user.type(field, '4111111111111111')
  expect(field.value).toBe('4111 1111 1111 1111')
})

test('spaces and dashes of a pasted number do not matter, and nothing of it is cut off', async () => {
  const { user, field } = openField()
  await user.click(field)
  await user.paste('4111-1111 1111-1111-22')
  expect(field.value).toBe('4111 1111 1111 1111 22')
})

test('a digit put into the middle leaves the caret behind it', async () => {
  const { user, field } = openField()
  await user.type(field, '41111111')
  await user.type(field, '9', { initialSelectionStart: 3, initialSelectionEnd: 3 })
  expect([field.value, field.selectionStart]).toEqual(['4119 1111 1', 4])
})

test.each([
  ['Delete', '{Delete}', 4, '4111 234', 4],
  ['Backspace', '{Backspace}', 5, '4111 234', 3],
])('%s beside the space between two groups deletes the digit beyond it', async (_key, key, caret, left, at) => {
  const { user, field } = openField()
  await user.type(field, '41111234')
  await user.type(field, key, { initialSelectionStart: caret, initialSelectionEnd: caret })
  expect([field.value, field.selectionStart]).toEqual([left, at])
})

test('full-width digits are plain ones, and while an input method composes them the field is left alone', async () => {
  const { user, field } = openField()
  await user.click(field)
  await user.paste('４１１１１')
  fireEvent.compositionStart(field)
  fireEvent.input(field, { target: { value: '4111 1２' }, inputType: 'insertCompositionText' })
  expect(field.value).toBe('4111 1２')
  fireEvent.compositionEnd(field, { data: '２' })
  expect(field.value).toBe('4111 12')
})
