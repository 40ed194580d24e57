import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { securityAnswer } from '#account/contact-fields.tsx'
import { fill } from '#testing/fill.ts'
import { codeField } from '../../admin/admin-sign-in/second-factor.tsx'
import { Fields, newPassword, password, text } from './fields.tsx'
import { useForm } from './use-form.ts'

const fields = {
  username: text({ label: 'Username' }),
  current: password({ label: 'Current password', autoComplete: 'current-password' }),
  chosen: newPassword({ label: 'New password' }),
  answer: securityAnswer({ hint: '' }, () => undefined),
}

function Secrets() {
  const { form } = useForm(fields)
  return <Fields form={form} of={fields} />
}

test('given a page that is left, then no password and no answer stays in it, and the rest does', async () => {
  render(<Secrets />)
  const inputs = [...document.querySelectorAll('input')]
  for (const input of inputs) await fill(userEvent.setup(), input, 'typed')
  const typed = () => inputs.map(({ value }) => value)
  expect(typed()).toEqual(['typed', 'typed', 'typed', 'typed'])
  window.dispatchEvent(new Event('pagehide'))
  expect(typed()).toEqual(['typed', '', '', ''])
})

test('a code of an app for two-step login is such a secret', () => {
  expect(codeField('code').isSecret).toBe(true)
})
