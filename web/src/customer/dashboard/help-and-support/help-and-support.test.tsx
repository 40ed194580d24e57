import { readUserDetails } from '@portal/contract/account-summary'
import { sendTicket, helpTexts, longestTicketMessage } from '@portal/contract/help-and-support'
import { tooLong } from '@portal/contract/input-texts'
import { commonProblems } from '@portal/contract/problem'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fill } from '#testing/fill.ts'
import { customerServer, leavesUnasked, openSignedIn, staysAsked, twoAccounts } from '../testing/dashboard.ts'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('Help & Support (C§2.5, C§5, C§8)', () => {
  test("the form is prefilled with the customer's details, says what is missing, and sends a ticket", async () => {
    const server = customerServer(twoAccounts)
    server.isUnreachableFor(sendTicket)
    server.replies(sendTicket, { result: { status: 'Success', ticketNumber: 'T-12' } })
    const user = openSignedIn('/dashboard?view=help')
    const name = await screen.findByLabelText('Customer name')
    screen.getByRole('heading', { name: helpTexts.form })
    expect(name).toHaveProperty('value', 'Maria Cruz')
    await user.clear(name)
    await user.clear(screen.getByLabelText(/^Email/))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    for (const message of [helpTexts.nameRequired, helpTexts.emailRequired, helpTexts.messageRequired]) {
      screen.getByRole('link', { name: message })
    }
    await fill(user, name, 'Maria Cruz')
    await fill(user, screen.getByLabelText(/^Email/), 'maria@example.com')
    await user.selectOptions(screen.getByLabelText('Contact type'), 'COMPLAINT')
    await user.selectOptions(screen.getByLabelText(/^Account \(optional\)/), '0000000002')
    await fill(user, screen.getByLabelText(/^Message/), 'My water is brown.')
    await staysAsked(user)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText(helpTexts.failed)
    expect(screen.getByLabelText(/^Message/)).toHaveProperty('value', 'My water is brown.')

    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await screen.findByText(helpTexts.submitted)
    expect(screen.getByLabelText(/^Message/)).toHaveProperty('value', '')
    await leavesUnasked(user)
    expect(server.askedFor(sendTicket)[1]?.body).toEqual({
      cis_division: 'GWA',
      personId: '0123456789',
      accountId: '0000000002',
      emailAddress: 'maria@example.com',
      fullName: 'Maria Cruz',
      contactType: 'COMPLAINT',
      message: 'My water is brown.',
    })
  })

  test('a pasted message that is too long stays whole, and its field says by how much before and after Submit', async () => {
    const server = customerServer(twoAccounts)
    const user = openSignedIn('/dashboard?view=help')
    const pasted = 'w'.repeat(longestTicketMessage + 5)
    const field = await screen.findByLabelText(/^Message/)
    await user.click(field)
    await user.paste(pasted)
    expect(field).toHaveProperty('value', pasted)
    const told = screen.getByText(tooLong(longestTicketMessage))
    expect(told.role).toBe('status')
    expect(told.parentElement?.textContent).toContain(String(pasted.length))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    screen.getByRole('link', { name: tooLong(longestTicketMessage) })
    expect(server.askedFor(sendTicket)).toEqual([])
    await user.type(field, '{Backspace>5}')
    expect(told.textContent).toBe('')
  })

  test('given more is typed while the ticket is being sent, then it stays', async () => {
    const server = customerServer(twoAccounts)
    const letGo = server.holds(sendTicket, { result: { status: 'Success', ticketNumber: 'T-12' } })
    const user = openSignedIn('/dashboard?view=help')
    await user.type(await screen.findByLabelText(/^Message/), 'My water is brown.')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await user.type(screen.getByLabelText(/^Message/), ' And warm.')
    expect(server.askedFor(sendTicket)[0]?.body).toMatchObject({ accountId: '' })
    letGo()
    await screen.findByText(helpTexts.submitted)
    expect(screen.getByLabelText(/^Message/)).toHaveProperty('value', 'My water is brown. And warm.')
  })

  test('nothing is called customer service but the phone number that has that label', async () => {
    customerServer(twoAccounts)
    openSignedIn('/dashboard?view=help')
    await screen.findByRole('heading', { name: 'Offices and hours' })
    const numbers = screen.getAllByRole('link', { name: '671-555-0100' })
    expect(screen.getAllByText('Customer service')).toHaveLength(numbers.length)
  })

  test('given no account details, then there is no form, but the ways to reach us', async () => {
    const server = customerServer([])
    server.forget(readUserDetails)
    server.refuses(readUserDetails, 'not-allowed', commonProblems['not-allowed'])
    openSignedIn('/dashboard?view=help')
    expect(await screen.findByText(/We don’t have your account details/)).toBeTruthy()
    expect(screen.queryByLabelText(/^Message/)).toBeNull()
  })
})
