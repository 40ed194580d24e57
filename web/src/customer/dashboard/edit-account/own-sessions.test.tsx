import { sessionHeader } from '@portal/contract/call'
import { endOwnSession, listOwnSessions, ownSessionsTexts } from '@portal/contract/own-sessions'
import { commonProblems } from '@portal/contract/problem'
import { credentialTexts, signInTexts } from '@portal/contract/sign-in-texts'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testOwnSession, thisOwnSession } from '#testing/own-sessions.ts'
import { button, editAccountServer, field, hasDetails, openForm, retype } from './testing/edit-account.ts'

let server: ReturnType<typeof editAccountServer>
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  server = editAccountServer()
})
afterEach(() => vi.unstubAllGlobals())

describe('where the customer is logged in (docs/security.md)', () => {
  async function openSessions(): Promise<UserEvent> {
    hasDetails(server)
    const user = await openForm()
    await retype(user, /^City/, 'Yona')
    await user.click(await button(ownSessionsTexts.title))
    await screen.findByRole('heading', { level: 1, name: ownSessionsTexts.title })
    return user
  }

  async function endOther(user: UserEvent): Promise<void> {
    await user.click(await screen.findByRole('button', { name: `${ownSessionsTexts.end}: Firefox on Android` }))
    await user.type(await field(/^Current password/), 'right-pass-1')
    await user.click(await button(ownSessionsTexts.end))
  }

  test('each shows its device, times and address; only those of other browsers have a button to end them', async () => {
    server.replies(listOwnSessions, {
      result: [thisOwnSession, testOwnSession(2), testOwnSession(3, { device: '', clientAddress: '' })],
    })
    await openSessions()
    await screen.findByRole('heading', { name: 'Chrome on Windows' })
    const items = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading'))
    expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual([
      'Chrome on Windows',
      'Firefox on Android',
      ownSessionsTexts.unknownDevice,
    ])
    expect(items.map((item) => within(item).queryAllByRole('button').length)).toEqual([0, 1, 1])
    expect(items[0]?.textContent).toContain(ownSessionsTexts.thisBrowser)
    expect(items[1]?.textContent).toMatch(/203\.0\.113\.7/)
    // 21:00 in London is the next morning in Guam.
    expect(items[1]?.textContent).toMatch(/7:00/)
  })

  test('an ended session disappears with a message, and unsaved details are kept', async () => {
    server.replies(listOwnSessions, { result: [thisOwnSession, testOwnSession(2)] })
    server.replies(listOwnSessions, { result: [thisOwnSession] })
    server.replies(endOwnSession, { result: { status: 'Success', description: ownSessionsTexts.ended } })
    const user = await openSessions()
    await endOther(user)
    await screen.findByText(ownSessionsTexts.ended)
    await screen.findByText('You’re not logged in anywhere else.')
    expect(server.askedFor(endOwnSession).map(({ body }) => body)).toEqual([{ id: 2, currentPassword: 'right-pass-1' }])
    // An administrator may be logged in to the same browser.
    const asked = [...server.askedFor(listOwnSessions), ...server.askedFor(endOwnSession)]
    expect(new Set(asked.map(({ headers }) => headers.get(sessionHeader)))).toEqual(new Set(['customer']))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    await user.click(await button('Back'))
    expect(await field(/^City/)).toHaveProperty('value', 'Yona')
  })

  test('given it does not load, then a message says so and loading can be retried', async () => {
    server.refuses(listOwnSessions, 'fault', commonProblems.fault)
    server.replies(listOwnSessions, { result: [thisOwnSession] })
    const user = await openSessions()
    await user.click(await button('Try again'))
    expect(await screen.findByText('Chrome on Windows')).toBeTruthy()
  })

  test('given a session cannot be ended, then it stays in the list and the reason is shown', async () => {
    server.replies(listOwnSessions, { result: [thisOwnSession, testOwnSession(2)] })
    server.isUnreachableFor(endOwnSession)
    const user = await openSessions()
    await endOther(user)
    expect((await screen.findAllByRole('status')).some((status) => status.textContent !== '')).toBe(true)
    expect(screen.getByRole('heading', { name: 'Firefox on Android' })).toBeTruthy()
  })

  test('ending asks for the password at the session, in the field that takes the focus; cancelling goes back to its button', async () => {
    server.replies(listOwnSessions, { result: [thisOwnSession, testOwnSession(2), testOwnSession(3)] })
    const user = await openSessions()
    const [first, second] = await screen.findAllByRole('button', { name: /^Log out/ })
    if (!first || !second) throw new Error('there are two to end')
    await user.click(first)
    const password = await field(/^Current password/)
    expect(document.activeElement).toBe(password)
    await user.keyboard('{Enter}')
    expect(await screen.findByText(credentialTexts.currentPasswordRequired)).toBeTruthy()
    expect(document.activeElement).toBe(password)
    expect(server.askedFor(endOwnSession)).toEqual([])
    await user.type(password, 'half')
    await user.click(second)
    expect(await field(/^Current password/)).toHaveProperty('value', '')
    await user.click(await button('Cancel'))
    expect(screen.queryByLabelText(/^Current password/)).toBeNull()
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: /^Log out/ })[1])
  })

  test('a wrong password is said at its field, and a locked login above the list', async () => {
    server.replies(listOwnSessions, { result: [thisOwnSession, testOwnSession(2)] })
    const { wrongCurrentPassword, exceededShown } = signInTexts
    server.replies(endOwnSession, {
      result: { status: 'Failed', description: wrongCurrentPassword, field: 'currentPassword' },
    })
    server.replies(endOwnSession, { result: { status: 'Failed', description: exceededShown } })
    const user = await openSessions()
    await endOther(user)
    await screen.findByText(wrongCurrentPassword)
    expect(document.activeElement).toBe(await field(/^Current password/))
    await user.type(await field(/^Current password/), '2')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(exceededShown)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Firefox on Android' })).toBeTruthy()
  })
})
