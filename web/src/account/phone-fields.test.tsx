import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { PhoneFields } from './phone-fields.tsx'

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
