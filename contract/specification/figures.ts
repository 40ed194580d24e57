import { readFileSync } from 'node:fs'
import { specifiedShape } from '../src/account-shape.ts'
import { firstAccounts, laterAccounts } from '../src/account-summary.ts'
import { consoleTabNames, consoleTabs, hasTab, type AdminLevel } from '../src/admin-levels.ts'
import { billLinkMinutes } from '../src/bill-view-texts.ts'
import { chartMonths, dialogRows } from '../src/bills.ts'
import { specifiedBrands } from '../src/card-brands.ts'
import { cardNumberDigits, sourceCodeOf } from '../src/card.ts'
import { adminIdleTimes, adminRedirectMilliseconds } from '../src/console-texts.ts'
import { PhoneType } from '../src/contact.ts'
import { country } from '../src/countries.ts'
import { customerPasswordPaging } from '../src/customer-password.ts'
import { contactTypes } from '../src/help-and-support.ts'
import { formatCents } from '../src/money.ts'
import { historyRows } from '../src/one-payment.ts'
import { largestPayment, smallestPayment } from '../src/owed.ts'
import { addressOfPage, pagePaths } from '../src/paths.ts'
import { cardCharge, countTag, paymentMethodCode, paymentModes, receiptNumber } from '../src/payments.ts'
import { csvFileName } from '../src/report-export.ts'
import { reportPaging } from '../src/reports.ts'
import { passwordLength, wrongPasswordLimit, idleTimes, redirectAfterMilliseconds } from '../src/sign-in-texts.ts'
import { optionalAnswers, surveyAnswers } from '../src/survey.ts'
import { serviceLocationLimit } from '../src/text.ts'
import { UtilityProfile } from '../src/utility.ts'

/** What a figure is of, what the contract has, and what the specification says. */
export type SpecifiedFigure = readonly [what: string, ours: unknown, specified: unknown]

const tabsOf = (level: AdminLevel): string =>
  consoleTabs
    .filter((tab) => hasTab(level, tab))
    .map((tab) => consoleTabNames[tab])
    .join(', ')

/** Of the utility that the specification is for. */
const { monthlyCardCap, cardBrands, consolePath } = UtilityProfile.parse(
  JSON.parse(readFileSync(new URL('../../server/profile/default.json', import.meta.url), 'utf8')),
)

/** Figures, codes, levels and routes of A§6, A§9, C§2.1 and C§9: whoever changes one in the contract meets it here. */
export const specifiedFigures: readonly SpecifiedFigure[] = [
  ['account number 10 digits', specifiedShape.pattern, '[0-9]{10}'],
  ['card number 16 digits', cardNumberDigits, 16],
  ['password 8 to 15 characters', passwordLength, { shortest: 8, longest: 15 }],
  ['payment amount 1.00 to 99999.99', [smallestPayment, largestPayment], [100, 9_999_999]],
  ['non-residential monthly cap $500', monthlyCardCap, 50_000],
  ['cards', cardBrands, ['Visa', 'Mastercard', 'Discover']],
  ['wrong-password limit 5', wrongPasswordLimit, 5],
  ['country fixed USA', country.country, 'USA'],
  ['idle prompt after 5 minutes, for 60 seconds', [idleTimes.promptSeconds, idleTimes.countdownSeconds], [300, 60]],
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
  [
    'payment sources',
    Object.fromEntries(specifiedBrands.map((brand) => [brand, sourceCodeOf[brand]])),
    { Visa: 'CCV', Discover: 'CCD', Mastercard: 'CCM' },
  ],
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
  ['level 1', tabsOf(1), 'Users, System Maintenance, Announcements, Reports, Phoned In, Password Reset'],
  ['level 2', tabsOf(2), 'System Maintenance, Announcements, Reports'],
  ['level 3', tabsOf(3), 'Reports, Phoned In'],
  ['level 4', tabsOf(4), 'Reports, Password Reset'],
  ['level 5', tabsOf(5), 'Reports, Phoned In, Password Reset'],
  ['level 6', tabsOf(6), 'Announcements'],
  [
    // With the page of a mailed link (R8).
    'routes',
    Object.values(pagePaths)
      .map((page) => addressOfPage(page, consolePath))
      .toSorted()
      .join(' '),
    '/ /admin-dashboard /backdoor-login /dashboard /faq /gwaadmin /maintenance /payment-result /paynow /privacy-policy ' +
      '/set-password /sign-up /stop /terms-and-conditions /view-bill',
  ],
]
