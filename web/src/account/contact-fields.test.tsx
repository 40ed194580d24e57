import type { ContactNumber } from '@portal/contract/contact'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { isDeleted, PhoneFields, phonesOnFile, sequenceOf } from './contact-fields.tsx'

function Form() {
  const [number, setNumber] = useState('')
  return <PhoneFields field={() => ({ value: number, onChange: (event) => setNumber(event.currentTarget.value) })} />
}

test.each([
  ['+1 671-555-0101', '671-555-0101'],
  ['+1 (671) 555-0101', '(671) 555-0101'],
  ['1-671-555-0101', '671-555-0101'],
  ['+16715550101', '6715550101'],
  ['167-155-0101', '167-155-0101'],
  ['６７１５５５０１０１', '6715550101'],
])('a phone number pasted as %j becomes %j', async (pasted, shown) => {
  render(<Form />)
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Home phone'))
  await user.paste(pasted)
  expect(screen.getByLabelText('Home phone')).toHaveProperty('value', shown)
})

const onFile: readonly ContactNumber[] = [
  { type: 'MOBILE', number: '671-555-0102', sequence: 2 },
  { type: 'BUSN-PHONE', number: '671-555-0103', sequence: 3 },
]

test('the fields show the numbers on file, and are empty for phones that are not', () => {
  expect(phonesOnFile(onFile)).toEqual({ home: '', mobile: '671-555-0102', work: '671-555-0103' })
})

describe('clearing an existing phone marks it for deletion, with its sequence (C§5)', () => {
  test.each([
    ['home', 'never there', '', false, null],
    ['home', 'new', '671-555-0101', false, null],
    ['mobile', 'kept', '671-555-0102', false, 2],
    ['mobile', 'cleared', ' ', true, 2],
    ['work', 'changed', '671-555-0199', false, 3],
  ] as const)('%s %s', (name, _case, typed, deleted, sequence) => {
    const phones = { ...phonesOnFile(onFile), [name]: typed }
    expect([isDeleted(onFile, phones, name), sequenceOf(onFile, name)]).toEqual([deleted, sequence])
  })
})
