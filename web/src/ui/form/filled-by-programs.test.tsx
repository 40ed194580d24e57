import { adminLogin } from '@portal/contract/admin-sign-in'
import { Instant } from '@portal/contract/dates'
import { checkPasswordLink, setPassword } from '@portal/contract/forgot'
import { cents } from '@portal/contract/money'
import { userLogin } from '@portal/contract/sign-in'
import { credentialTexts, signInTexts } from '@portal/contract/sign-in-texts'
import { checkAccountNumber } from '@portal/contract/sign-up'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'
import { DigitsInput } from '#ui/form/digits-input.tsx'
import { Fields, area, choice, digits, email, password, text, tick } from './fields.tsx'
import { heedWhatProgramsFill } from './filled-by-programs.ts'
import { money } from './money-input.tsx'
import { filled, useForm } from './use-form.ts'

/** As an extension writes: into its own view of the field, so that not even a setter of the page notices. */
function byExtension(field: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
}

/** As a script in the page writes. */
function byScript(field: HTMLElement, value: string): void {
  Object.assign(field, { value })
}

const fields = {
  name: text({ label: 'Name' }, filled('Enter a name.')),
  email: email({ label: 'Email' }, filled('Enter an email.')),
  secret: password({ label: 'Secret', autoComplete: 'current-password' }, filled('Enter a secret.')),
  zip: digits({ label: 'Zip' }, filled('Enter a zip.')),
  card: digits(
    { label: 'Card', Control: (props) => <DigitsInput groupSize={4} {...props} /> },
    filled('Enter a card.'),
  ),
  amount: money({ label: 'Amount', largest: cents(100_000) }),
  country: choice({ label: 'Country', data: ['USA', 'Japan'], none: 'None' }, filled('Choose a country.')),
  note: area({ label: 'Note' }, filled('Enter a note.')),
  agreed: tick({ label: 'Agreed' }),
}

function Form({ onSend }: { readonly onSend: (typed: object) => void }) {
  const { form, onSubmit } = useForm(fields)
  return (
    <form noValidate onSubmit={onSubmit(onSend)}>
      <Fields form={form} of={fields} />
      <button type="submit">Send</button>
    </form>
  )
}

describe.each([
  ['an extension', byExtension],
  ['a script', byScript],
])('given fields filled by %s without an event', (_, fillBy) => {
  let stop: () => void
  beforeEach(() => {
    stop = heedWhatProgramsFill()
  })
  afterEach(() => stop())

  const fillAll = () => {
    const values = {
      Name: 'María',
      Email: 'maria@example.com',
      Secret: 'monsoon-2026',
      Zip: '96913',
      Card: '4111111111111111',
      Amount: '45.50',
      Country: 'USA',
      Note: 'one\ntwo',
    }
    for (const [label, value] of Object.entries(values)) fillBy(screen.getByLabelText(label), value)
    const box = screen.getByLabelText<HTMLInputElement>('Agreed')
    if (fillBy === byScript) box.checked = true
    else Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')?.set?.call(box, true)
  }
  const whole = {
    name: 'María',
    email: 'maria@example.com',
    secret: 'monsoon-2026',
    zip: '96913',
    card: '4111111111111111',
    amount: 4550,
    country: 'USA',
    note: 'one\ntwo',
    agreed: true,
  }

  test.each(['its button', 'Enter'])('when the form is sent with %s, then all of it is sent', async (how) => {
    const sent: object[] = []
    render(<Form onSend={(typed) => sent.push(typed)} />)
    fillAll()
    if (how === 'Enter') {
      screen.getByLabelText('Name').focus()
      await userEvent.keyboard('{Enter}')
    } else await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(sent).toEqual([whole])
    expect(screen.getByLabelText<HTMLInputElement>('Card').value).toBe('4111 1111 1111 1111')
  })

  test('when another field is typed in, then they stay', async () => {
    const sent: object[] = []
    render(<Form onSend={(typed) => sent.push(typed)} />)
    fillAll()
    await userEvent.type(screen.getByLabelText('Name'), '{End}!')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maria@example.com')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(sent).toEqual([{ ...whole, name: 'María!' }])
  })
})

test('given a choice whose options have not arrived, then a press does not take it for one that a program made', async () => {
  const stop = heedWhatProgramsFill()
  const late = { card: choice({ label: 'Card', data: [] }, filled('Choose a card.')) }
  function Late({ choices }: { readonly choices: readonly { value: string; label: string }[] }) {
    const { form } = useForm(late, { initial: { card: '3' } })
    return (
      <form>
        <Fields form={form} of={late} extra={{ card: { choices } }} />
        <button type="button">Press</button>
      </form>
    )
  }
  const { rerender } = render(<Late choices={[]} />)
  await userEvent.click(screen.getByRole('button', { name: 'Press' }))
  rerender(<Late choices={['2', '3'].map((value) => ({ value, label: value }))} />)
  expect(screen.getByLabelText('Card')).toHaveProperty('value', '3')
  stop()
})

/** Without a moment in between, in which the page could render. */
function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

describe('given a page whose fields a password manager has filled in without an event', () => {
  let server: ReturnType<typeof testServer>
  beforeEach(() => {
    localStorage.clear()
    server = testServer()
  })
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    ['login', '/', 'Log In', userLogin, { userName: 'maria', password: 'monsoon-2026' }],
    ['login of the console', '/gwaadmin', 'Log In', adminLogin, { username: 'maria', password: 'monsoon-2026' }],
  ] as const)('then the %s sends them', async (_, address, button, call, body) => {
    server.isUnreachableFor(call)
    openPortal(address)
    const username = await screen.findByRole('textbox', { name: 'Username' })
    byExtension(username, 'maria')
    byExtension(screen.getByLabelText('Password'), 'monsoon-2026')
    press(button)
    await waitFor(() => expect(server.askedFor(call)[0]?.body).toMatchObject(body))
    expect(screen.queryByText(signInTexts.usernameRequired)).toBeNull()
  })

  test('then a new password is set', async () => {
    const expiresAt = Instant.parse('2026-11-20T22:30:00.000Z')
    server.replies(checkPasswordLink, { result: { status: 'Success', username: 'maria', expiresAt } })
    server.replies(setPassword, { result: { status: 'Success', description: credentialTexts.passwordUpdated } })
    openPortal(`/set-password#${'x'.repeat(43)}`)
    byExtension(await screen.findByLabelText(/^New password/), 'new-rain-12')
    byExtension(screen.getByLabelText(/^Confirm password/), 'new-rain-12')
    press('Save password')
    expect(await screen.findByText(credentialTexts.passwordUpdated)).toBeDefined()
  })

  test('then signing up takes the account number', async () => {
    server.isUnreachableFor(checkAccountNumber)
    openPortal('/sign-up')
    byExtension(await screen.findByLabelText(/^Account number/), '0123456789')
    press('Continue')
    await waitFor(() => expect(server.askedFor(checkAccountNumber)[0]?.body).toMatchObject({ accountId: '0123456789' }))
  })
})
