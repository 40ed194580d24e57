import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { firstAccounts, laterAccounts, monthlyCardCap } from '@portal/contract/account-summary'
import { adminLevelNames, consoleTabNames, consoleTabs, hasTab } from '@portal/contract/admin-levels'
import { adminIdleTimes, adminRedirectMilliseconds } from '@portal/contract/admin-sign-in-texts'
import { billLinkMinutes } from '@portal/contract/bill-view-texts'
import { chartMonths, dialogRows } from '@portal/contract/bills-texts'
import type { AdminLevel } from '@portal/contract/call'
import { cardNumberDigits, sourceCodeOf } from '@portal/contract/card'
import { PhoneType } from '@portal/contract/contact'
import { country } from '@portal/contract/countries'
import { passwordLength, wrongPasswordLimit } from '@portal/contract/credential-texts'
import { customerPasswordPaging } from '@portal/contract/customer-password-texts'
import { contactTypes } from '@portal/contract/help-and-support-texts'
import { accountNumberDigits } from '@portal/contract/ids'
import { formatCents } from '@portal/contract/money'
import { pagePaths } from '@portal/contract/paths'
import {
  cardCharge,
  countTag,
  largestPayment,
  paymentMethodCode,
  paymentModes,
  receiptNumber,
  smallestPayment,
} from '@portal/contract/payments'
import { csvFileName, historyRows, reportPaging } from '@portal/contract/reports-texts'
import { idleTimes, redirectAfterMilliseconds } from '@portal/contract/sign-in-texts'
import { optionalAnswers, surveyAnswers } from '@portal/contract/survey-texts'
import { serviceLocationLimit } from '@portal/contract/text'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

/** Figures and codes of A§9 and C§9, said once more on purpose: whoever changes one in the contract meets it here. */
const constants: readonly (readonly [string, unknown, unknown])[] = [
  ['account number 10 digits', accountNumberDigits, 10],
  ['card number 16 digits', cardNumberDigits, 16],
  ['password 8 to 15 characters', passwordLength, { shortest: 8, longest: 15 }],
  ['payment amount 1.00 to 99999.99', [smallestPayment, largestPayment], [100, 9_999_999]],
  ['non-residential monthly cap $500', monthlyCardCap, 50_000],
  ['wrong-password limit 5', wrongPasswordLimit, 5],
  ['country fixed USA', country.country, 'USA'],
  [
    'idle prompt after 5 minutes, countdown 60 seconds',
    [idleTimes.promptSeconds, idleTimes.countdownSeconds],
    [300, 60],
  ],
  ['10 seconds if the query parameter session is true', idleTimes.shortPromptSeconds, 10],
  ['forced logout after 900000 ms, checked every 10 s', [idleTimes.logoutSeconds, idleTimes.checkSeconds], [900, 10]],
  [
    'admin inactivity 900000 ms, polled every 10 s',
    [adminIdleTimes.logoutSeconds, adminIdleTimes.checkSeconds],
    [900, 10],
  ],
  ['view-bill link valid 15 minutes', billLinkMinutes, 15],
  ['redirect after login 1 s', [redirectAfterMilliseconds, adminRedirectMilliseconds], [1000, 1000]],
  ['modals show at most 18 rows', [dialogRows, historyRows], [18, 18]],
  ['accounts load 20 at a time, first up to 6 when more than 5', [laterAccounts, firstAccounts], [20, 6]],
  ['service location truncated to 25', serviceLocationLimit, 25],
  ['charts show 12 months', chartMonths, 12],
  ['payment method code PG001, card charge 0.00', [paymentMethodCode, cardCharge], ['PG001', '0.00']],
  ['payment sources', sourceCodeOf, { Visa: 'CCV', Discover: 'CCD', Mastercard: 'CCM' }],
  ['count tag SINGLE or MULTI-n', [countTag(1), countTag(3)], ['SINGLE', 'MULTI-3']],
  ['receipts W-{tag}, W-{tag}-{n}', [receiptNumber('47', 1, 1), receiptNumber('47', 2, 3)], ['W-47', 'W-47-2']],
  ['phone types read', PhoneType.options.toSorted(), ['BUSN-PHONE', 'HOME-PHONE', 'MOBILE']],
  ['help contact types', contactTypes, ['TECHNICAL', 'COMPLAINT']],
  ['survey has 10 answers, the first four optional', [surveyAnswers, optionalAnswers], [10, 4]],
  ['modes', paymentModes, ['Online', 'Phoned-In']],
  ['reports: sizes 10, 30, 50, window 4', reportPaging, { sizes: [10, 30, 50], window: 4 }],
  ['password reset: sizes 10, 30, 50, window 4', customerPasswordPaging, { sizes: [10, 30, 50], window: 4 }],
  ['CSV file name', csvFileName('GWA', '2026-01-31'), 'GWA-Admin-Control-Reports-31-01-2026.csv'],
  ['amounts with 2 decimals and thousands separators', formatCents(largestPayment), '99,999.99'],
]

test.each(constants)('%s', (_, ours, specified) => {
  expect(ours).toEqual(specified)
})

describe('the levels of A§6', () => {
  test.each([
    [1, 'Users, System Maintenance, Announcements, Reports, Phoned In, Password Reset'],
    [2, 'System Maintenance, Announcements, Reports'],
    [3, 'Reports, Phoned In'],
    [4, 'Reports, Password Reset'],
    [5, 'Reports, Phoned In, Password Reset'],
    [6, 'Announcements'],
  ] satisfies [AdminLevel, string][])('%i has the tabs %s', (level, tabs) => {
    const own = consoleTabs.filter((tab) => hasTab(level, tab))
    expect(own.map((tab) => consoleTabNames[tab]).join(', ')).toBe(tabs)
    expect(adminLevelNames[level]).not.toBe('')
  })
})

test('the routes of C§2.1 and A§2 exist, and no others except the page of a mailed link (R8)', () => {
  expect(Object.values(pagePaths).toSorted()).toEqual(
    [
      '/',
      '/sign-up',
      '/dashboard',
      '/paynow',
      '/payment-result',
      '/view-bill',
      '/faq',
      '/terms-and-conditions',
      '/privacy-policy',
      '/maintenance',
      '/gwaadmin',
      '/admin-dashboard',
      '/backdoor-login',
      '/set-password',
    ].toSorted(),
  )
})

test('the default profile has the division and the hours of C§9, and promises no username that sign-up refuses (C§5)', () => {
  const file = fileURLToPath(new URL('../../server/profile/default.json', import.meta.url))
  const Profile = z.object({
    division: z.string(),
    offices: z.array(z.object({ hours: z.array(z.string()) })),
    earlierSite: z.object({ oldCredentials: z.string() }),
  })
  const { division, offices, earlierSite } = Profile.parse(JSON.parse(readFileSync(file, 'utf8')))
  expect(division).toBe('GWA')
  expect(earlierSite.oldCredentials).toContain('The new username must be different from the one you had there.')
  expect(offices.map(({ hours }) => hours.slice(0, -1))).toEqual([
    ['Mon-Fri 7:00am-5:00pm'],
    ['Mon-Fri 7:30am-6:00pm', 'Saturday 9:00am-1:00pm'],
    ['Mon-Fri 8:00am-5:00pm'],
  ])
  expect(offices.map(({ hours }) => hours.at(-1))).toEqual(Array(3).fill('Closed on government holidays'))
})
