import { adminLogout } from '@portal/contract/admin-sign-in'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noteActivity } from '#session/idle/activity.ts'
import { leaveConsole, signOutAdmin, signOutIdleAdmin } from '#session/leaving/leave-console.ts'
import { storedWork, storeWork, writeHint } from '#session/storage.ts'
import { testServer } from '#testing/server.ts'
import { takePlace } from './use-admin-log-in.ts'

const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  testServer().replies(adminLogout, { status: 'Success' })
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/admin-dashboard?view=phoned-in&part=of-somebody')
  writeHint('adminId', '7')
  noteActivity()
  storeWork('phonedIn', 'the cart')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('given a session that somebody else ended while a clerk was taking a payment', () => {
  beforeEach(leaveConsole)

  test('then the same clerk finds view and cart again, once, and nothing else of the address', () => {
    vi.advanceTimersByTime(14 * minute)
    expect([takePlace('7'), storedWork('phonedIn')]).toEqual(['?view=phoned-in', 'the cart'])
    expect(takePlace('7')).toBe('')
  })

  test('then the cart is forgotten when the clerk comes back later', () => {
    vi.advanceTimersByTime(15 * minute)
    expect([takePlace('7'), storedWork('phonedIn')]).toEqual(['?view=phoned-in', null])
  })

  test('then somebody else who logs in here finds neither', () => {
    expect([takePlace('8'), storedWork('phonedIn'), storedWork('place')]).toEqual(['', null, null])
  })
})

test('given a session that ended because nobody was there, then the view is kept and the cart is not', async () => {
  vi.advanceTimersByTime(15 * minute)
  await signOutIdleAdmin()
  expect([storedWork('phonedIn'), takePlace('7')]).toEqual([null, '?view=phoned-in'])
})

test('given the administrator logged out, here or in another tab, then nothing is kept', async () => {
  await signOutAdmin()
  expect([storedWork('phonedIn'), takePlace('7')]).toEqual([null, ''])
  storeWork('phonedIn', 'the cart')
  // The other tab has cleared the hints.
  leaveConsole()
  expect([storedWork('phonedIn'), takePlace('7')]).toEqual([null, ''])
})
