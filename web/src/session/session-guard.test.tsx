import { Instant } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { commonProblems } from '@portal/contract/problem'
import { keepSession, logout, readSession } from '@portal/contract/sign-in'
import { idleTimes, signInTexts } from '@portal/contract/sign-in-texts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PortalStartProvider } from '#api/portal-start.tsx'
import { testStart } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'
import { leaveFor } from './leaving/leave.ts'
import { reloadPage } from './reload-page.ts'
import { CustomerGuard, VisitorGuard } from './session-guard.tsx'
import { readHint, writeHint } from './storage.ts'
// Loaded in advance, so that only the test's clock decides.
import './customer-session.tsx'
import './idle/idle-prompt.tsx'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  writeHint('personId', '4821007391')
  server = testServer()
  server.replies(logout, { status: 'Success' })
  server.replies(keepSession, sessionWith(idleTimes.serverSeconds))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

function sessionWith(secondsLeft: number) {
  const endsAt = Instant.parse(new Date(Date.now() + secondsLeft * 1000).toISOString())
  return { username: 'maria', personId: PersonId.parse('4821007391'), endsAt, secondsLeft, mustChangePassword: false }
}

async function open({ customer = true, address = '/dashboard', loginPage = '/' } = {}) {
  window.history.replaceState(null, '', address)
  const start = { ...testStart, signedIn: { customer, admin: false } }
  render(
    <PortalStartProvider start={start}>
      <button type="button">Somewhere</button>
      <CustomerGuard />
      <VisitorGuard loginPage={loginPage} />
    </PortalStartProvider>,
  )
  await pass(0)
}

async function pass(seconds: number) {
  await act(async () => vi.advanceTimersByTimeAsync(seconds * 1000))
}

function prompt() {
  return screen.queryByRole('alertdialog', { name: signInTexts.stillThere })
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const move = () => act(async () => fireEvent.pointerMove(window))

describe('a signed-in customer who does nothing (C§4)', () => {
  test('is asked after five minutes, with a countdown of a minute', async () => {
    await open()
    await pass(299)
    expect(prompt()).toBeNull()
    await pass(2)
    expect(prompt()?.textContent).toContain('log you out in 59 seconds')
    expect(document.title).toContain(signInTexts.stillThere)
    await pass(20)
    expect(prompt()?.textContent).toContain('log you out in 39 seconds')
  })

  test('is asked after ten seconds with the query parameter session=true', async () => {
    await open({ address: '/dashboard?session=true' })
    await pass(9)
    expect(prompt()).toBeNull()
    await pass(2)
    expect(prompt()).not.toBeNull()
  })

  test('is asked by the address of the moment: pages are turned without loading anew', async () => {
    await open({ address: '/faq' })
    window.history.replaceState(null, '', '/dashboard?session=true')
    await pass(12)
    expect(prompt()).not.toBeNull()
  })

  test.each([
    ['pointermove', () => fireEvent.pointerMove(window)],
    ['touchstart', () => fireEvent.touchStart(window)],
    ['scroll', () => fireEvent.scroll(window)],
    ['keydown', () => fireEvent.keyDown(window, { key: 'a' })],
    ['focusin', () => fireEvent.focusIn(window)],
  ])('is there with %s', async (_, doIt) => {
    await open()
    await pass(290)
    await act(async () => doIt())
    await pass(290)
    expect(prompt()).toBeNull()
    await pass(12)
    expect(prompt()).not.toBeNull()
  })

  test("goes on with 'I'm Still Here!', also on the server; moving the mouse alone does not answer", async () => {
    await open()
    await pass(302)
    await move()
    await pass(1)
    expect(prompt()).not.toBeNull()
    await press(signInTexts.stillHere)
    expect(prompt()).toBeNull()
    expect(server.askedFor(keepSession)).toHaveLength(1)
    await pass(200)
    expect(leaveFor).not.toHaveBeenCalled()
    expect(document.title).not.toContain(signInTexts.stillThere)
  })

  test("the server is told of 'I'm Still Here!' however soon it comes", async () => {
    await open({ address: '/dashboard?session=true' })
    await pass(11)
    await press(signInTexts.stillHere)
    expect(server.askedFor(keepSession)).toHaveLength(1)
  })

  test('is logged out at zero: on the server, in the storage, with the message of the forced logout', async () => {
    server.replies(readSession, sessionWith(idleTimes.serverSeconds - 361))
    await open()
    await pass(359)
    expect(leaveFor).not.toHaveBeenCalled()
    await pass(5)
    expect(server.askedFor(logout)).toHaveLength(1)
    expect(leaveFor).toHaveBeenCalledWith('/')
    expect([readHint('personId'), readHint('forcedLogout')]).toEqual([null, 'true'])
  })

  test('is logged out at zero also when the server cannot be reached', async () => {
    await open()
    server.isUnreachableFor(readSession)
    await pass(365)
    expect(leaveFor).toHaveBeenCalledWith('/')
  })

  test('stays when the server has seen them in the meantime, in a tab that shares nothing with this one', async () => {
    server.replies(readSession, sessionWith(idleTimes.serverSeconds - 30))
    await open()
    await pass(365)
    expect(leaveFor).not.toHaveBeenCalled()
    expect(prompt()).toBeNull()
    expect(server.askedFor(logout)).toHaveLength(0)
  })

  test('is not asked anymore when another tab says that they are there', async () => {
    await open()
    await pass(310)
    localStorage.setItem('lastActivity', String(Date.now()))
    await pass(1)
    expect(prompt()).toBeNull()
  })

  test('who left the computer asleep for fifteen minutes is logged out at the first touch, without being asked', async () => {
    server.replies(readSession, sessionWith(30))
    await open()
    await pass(1)
    vi.setSystemTime(Date.now() + 900_000)
    await move()
    await pass(0)
    expect(leaveFor).toHaveBeenCalledWith('/')
    expect(readHint('forcedLogout')).toBe('true')
  })

  test('logs out at once with the other button', async () => {
    await open()
    await pass(302)
    await press('Log out now')
    expect(leaveFor).toHaveBeenCalledWith('/')
    expect(readHint('forcedLogout')).toBeNull()
  })
})

test('an active customer keeps the server session alive, but not with every movement', async () => {
  await open()
  for (let seconds = 0; seconds < 300; seconds += 10) {
    await pass(10)
    await move()
  }
  expect(server.askedFor(keepSession)).toHaveLength(2)
})

describe('given a session that ended elsewhere', () => {
  const ended = () => server.refuses(readSession, 'not-signed-in', commonProblems['not-signed-in'])

  test('when another tab logs out, then this one leaves too', async () => {
    ended()
    await open()
    window.dispatchEvent(new StorageEvent('storage', { key: 'personId', newValue: null, storageArea: localStorage }))
    await pass(0)
    expect(leaveFor).toHaveBeenCalledWith('/')
  })

  test('when the tab comes to the front again, then it leaves', async () => {
    ended()
    await open()
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(leaveFor).toHaveBeenCalledWith('/')
    expect(readHint('forcedLogout')).toBe('true')
  })

  test('when a visitor in another tab only clears the storage, then this one stays, and says again whose it is (C§2.1)', async () => {
    server.replies(readSession, sessionWith(idleTimes.serverSeconds))
    await open()
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: 'personId', newValue: null, storageArea: localStorage }))
    await pass(0)
    expect(leaveFor).not.toHaveBeenCalled()
    expect(readHint('personId')).toBe('4821007391')
  })

  test('a dead network is not a lost session', async () => {
    server.isUnreachableFor(readSession)
    await open()
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(leaveFor).not.toHaveBeenCalled()
  })
})

describe('given somebody logs in in another tab while this one is open', () => {
  const logIn = (personId: string) => {
    server.replies(readSession, sessionWith(idleTimes.serverSeconds))
    writeHint('personId', personId)
  }
  const tell = (newValue: string) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'personId', newValue, storageArea: localStorage }))

  test('when it is somebody else, then this page is loaded anew: it shows and calls in the name of nobody but them', async () => {
    await open()
    logIn('7003152286')
    tell('7003152286')
    await pass(0)
    expect(reloadPage).toHaveBeenCalledTimes(1)
  })

  test('when this tab was asleep meanwhile, then it is loaded anew as soon as it comes to the front', async () => {
    await open()
    logIn('7003152286')
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(0)
    expect(reloadPage).toHaveBeenCalledTimes(1)
  })

  test('when it is the same customer, then what is shown and typed here stays', async () => {
    await open()
    logIn('4821007391')
    tell('4821007391')
    await pass(0)
    expect(reloadPage).not.toHaveBeenCalled()
    expect(leaveFor).not.toHaveBeenCalled()
  })
})

describe('a visitor on a payment result (C§4)', () => {
  test('is warned at fourteen minutes and sent to / at fifteen', async () => {
    await open({ customer: false, address: '/payment-result' })
    await pass(839)
    expect(prompt()).toBeNull()
    await pass(2)
    expect(prompt()).not.toBeNull()
    await pass(70)
    expect(leaveFor).toHaveBeenCalledWith('/')
    expect(server.asked).toEqual([])
  })

  test('is sent to the console’s login page after a payment by phone (A§4)', async () => {
    await open({ customer: false, address: '/payment-result', loginPage: '/gwaadmin' })
    await pass(901)
    expect(leaveFor).toHaveBeenCalledWith('/gwaadmin')
  })

  test.each([
    ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    ['a movement of the pointer', () => fireEvent(document.body, new MouseEvent('pointermove', { screenX: 7 }))],
  ])('given %s during the warning, then they were active, and stay (C§4)', async (_, doIt) => {
    await open({ customer: false, address: '/payment-result' })
    await pass(842)
    doIt()
    await pass(5)
    // Whoever is about to press one of its buttons must not press what is below.
    expect(prompt()).not.toBeNull()
    await pass(70)
    expect(prompt()).toBeNull()
    expect(leaveFor).not.toHaveBeenCalled()
  })

  test('given the page changes below a pointer at rest during the warning, then nobody was active', async () => {
    await open({ customer: false, address: '/payment-result' })
    fireEvent(document.body, new MouseEvent('pointermove', { screenX: 7 }))
    await pass(842)
    fireEvent(document.body, new MouseEvent('pointermove', { screenX: 7 }))
    fireEvent.scroll(document.body)
    fireEvent.focusIn(document.body)
    await pass(70)
    expect(leaveFor).toHaveBeenCalledWith('/')
  })

  test('stays when they say so', async () => {
    await open({ customer: false, address: '/payment-result' })
    await pass(842)
    await press(signInTexts.stillHere)
    await pass(120)
    expect(leaveFor).not.toHaveBeenCalled()
  })
})
