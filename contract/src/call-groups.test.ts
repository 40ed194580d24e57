import { describe, expect, test } from 'vitest'
import { type Call, type CallGroup, callGroups } from './call.ts'
import { allCalls } from './testing/all-calls.ts'

/** The calls that C§7 lists under 'Dashboard' and A§7 under 'Dashboard host', repeated here on purpose. */
const ofTheDashboard = `
  user-details-edit-account get-country update-user-details update-user-password payment-history user-latest-bill
  my-bills-list user-consumption-chart user-details view-bill validate get-list-survey submit-survey help-and-support`

/** The calls that both documents list for the pay-now host. */
const ofPayNow = `
  validate-account save-overall-payment save-payment payeezy confirm-email make-payment update-overall-payment
  update-payment insert-transaction-logs`

/**
 * The calls that A§7 lists under 'Admin', 'Announcements' and 'Reports', except the switches, which every page reads.
 */
const ofTheConsole = `
  login roles users check-admin-username insert-admin delete-admin update-password update-role update-admin-password
  password-reset search-web-user system-maintenance-update announcements insert-announcement-without insert-announcement
  update-content-announcement update-content-with-announcement update-flag-announcement delete-announcement transactions
  search-transaction get-individual search-transaction-logs user-payment-history user-payment-history-ccb`

/** The calls that C§7 lists under 'Account and session'. */
const general = `
  check-account-number check-username other-details premise-info sign-up-user get-security-questions user-login
  forgot-password send-email-forgot-password forgot-username send-email-forgot-username system-maintenance
  announcements-front`

const calls: Call[] = Object.values(allCalls)
const listed: [CallGroup, string][] = [
  ['dashboard', ofTheDashboard],
  ['pay-now', ofPayNow],
  ['admin', ofTheConsole],
  ['general', general],
]

describe.each(listed)('given hosts of their own, %s', (group, names) => {
  test.each(names.trim().split(/\s+/))('has %s', (name) => {
    const named = calls.filter(({ path }) => /^\/api[/-]v1\/([^/]+)/.exec(path)?.[1] === name)
    expect(named.length).toBeGreaterThan(0)
    expect(new Set(named.map((call) => call.group))).toEqual(new Set([group]))
  })
})

test.each(Object.entries(allCalls))('%s has a group', (_, call) => {
  expect(callGroups).toContain(call.group)
})

test('two calls with the same path are in the same group, so that a proxy can tell groups apart by their paths', () => {
  const groupOf = new Map(calls.map(({ path, group }) => [path, group]))
  expect(calls.filter(({ path, group }) => groupOf.get(path) !== group)).toEqual([])
})
