import { debitAuthorization, returnWords } from '@portal/contract/bank-accounts'
import { CalendarDate, Instant, formatDate } from '@portal/contract/dates'
import { linkMinutes } from '@portal/contract/forgot'
import { exampleAccount } from '@portal/contract/ids'
import { languageOf } from '@portal/contract/language'
import { cents, dollars, noCents } from '@portal/contract/money'
import { pagePaths } from '@portal/contract/paths'
import { scheduleAuthorization } from '@portal/contract/scheduled-debits'
import { accountAt, accountsTable, allValues, eachOnItsOwn } from './customer-email.ts'
import { type EmailProfile, momentIn } from './email-layout.ts'
import type { Blocks, Values } from './message-file.ts'
import { type CustomerTemplate, casesOf, customerTemplates, templates } from './templates.ts'

export interface EmailExample {
  readonly template: CustomerTemplate
  /** Which of its cases: `why: staff`; empty where it has none. */
  readonly name: string
  readonly values: Values
  readonly blocks: Blocks
}

type Known = Pick<EmailProfile, 'shortName' | 'locale' | 'timeZone' | 'paymentDescription' | 'refundPolicy' | 'catalog'>

/** Each email to customers whose words are in the profile, in each of its cases. Nothing of any customer. */
export function emailExamples(profile: Known, portal: string): EmailExample[] {
  const values = exampleValues(profile, portal)
  return customerTemplates.flatMap((template) =>
    combined(Object.entries(casesOf(template))).map((chosen) => {
      const blocks = exampleBlocks(profile, template, chosen)
      const agreed = agreedIn(profile, template, chosen)
      const isInTable: Values = chosen['number'] === 'several' ? { account: '', location: '' } : {}
      return {
        template,
        name: Object.entries(chosen)
          .map(([field, value]) => `${field}: ${value || 'none'}`)
          .join(', '),
        values: allValues(template, { ...values, ...agreed, ...chosen, ...isInTable }),
        blocks,
      }
    }),
  )
}

/** What the holder of a bank account authorized. */
function agreedIn({ shortName: utility, locale, catalog }: Known, template: CustomerTemplate, chosen: Values): Values {
  const language = languageOf(catalog, locale)
  const amount = cents(9_520)
  const { file } = templates[template]
  if (file === 'bank-payment') {
    const from = CalendarDate.parse('2026-12-01')
    const facts = { utility, phone: '555-0100', amount, from, holder: 'individual', locale } as const
    return { authorization: debitAuthorization(language, facts) }
  }
  if (file !== 'scheduled-payment') return {}
  const isOfBank = (template === 'schedule-set' || template === 'schedule-changed') && chosen['cardEnds'] === ''
  if (!isOfBank) return { authorization: '', by: '' }
  const paidWith = { brand: null, bankAccount: exampleBank, lastFour: '6789' }
  const accounts = chosen['number'] === 'one' ? 1 : 2
  const facts = { utility, paidWith, on: CalendarDate.parse('2026-12-28'), accounts, amount, fee: noCents, locale }
  const by = formatDate(CalendarDate.parse('2027-01-05'), locale)
  return { card: exampleBankName, by, authorization: scheduleAuthorization(language, facts) }
}

const exampleBank = { bankName: 'First Hawaiian', accountType: 'checking' } as const
const exampleBankName = 'First Hawaiian, checking ending in 6789'

function combined(cases: ReadonlyArray<readonly [string, readonly string[]]>): Values[] {
  return cases.reduce<Values[]>(
    (all, [field, values]) => all.flatMap((before) => values.map((value) => ({ ...before, [field]: value }))),
    [{}],
  )
}

function exampleValues(profile: Known, portal: string): Values {
  const day = (date: string) => formatDate(CalendarDate.parse(date), profile.locale)
  return {
    account: exampleAccount(),
    accountPage: `${portal}${pagePaths.dashboard}`,
    again: day('2026-12-31'),
    amount: dollars(cents(9_520), profile.locale),
    authorization: 'ET1234',
    card: 'Visa ending in 4242',
    before: dollars(cents(9_000), profile.locale),
    cardsPage: `${portal}${pagePaths.dashboard}?view=payment-methods`,
    code: '012345',
    description: profile.paymentDescription,
    device: 'Chrome on Windows',
    dueOn: day('2026-12-30'),
    day: day('2026-12-28'),
    dayBefore: day('2026-12-27'),
    expires: '12/26',
    holder: 'Alex Morgan',
    limit: dollars(cents(9_000), profile.locale),
    link: `${portal}${pagePaths.setPassword}`,
    location: '123 Main Street',
    minutes: String(linkMinutes),
    name: 'Alex Morgan',
    number: '0123',
    bankAccount: exampleBankName,
    arriveOn: day('2026-12-02'),
    by: day('2026-12-04'),
    reason: returnWords.funds,
    resultPage: `${portal}${pagePaths.paymentResult}`,
    payNow: `${portal}${pagePaths.payNow}`,
    payPage: `${portal}${pagePaths.dashboard}`,
    portal: `${portal}${pagePaths.home}`,
    receipt: 'W-1234567',
    reference: 'G0123456789ABCDEF',
    refundPolicy: profile.refundPolicy,
    username: 'alex.morgan',
    utility: profile.shortName,
    when: momentIn(profile, Instant.parse('2026-12-01T04:05:00.000Z')),
  }
}

function exampleBlocks(profile: Known, template: CustomerTemplate, { number }: Values): Blocks {
  const amount = dollars(cents(4_760), profile.locale)
  const accounts = [exampleAccount(), exampleAccount()].slice(number === 'one' ? 1 : 0)
  const rows = accounts.map((account) => [accountAt(account, '123 Main Street'), amount])
  const { file } = templates[template]
  if (file === 'autopay')
    return isCopy(template) ? { terms: [{ kind: 'paragraph', text: '(What the customer agreed to, in full.)' }] } : {}
  if (file === 'payment-confirmation') {
    const paid = rows.map(([account = '', ...rest], index) => [account, `W-1234567-${index + 1}`, ...rest])
    return { accounts: accountsTable(profile, 'Accounts paid', paid) }
  }
  if (file !== 'scheduled-payment') return { accounts: accountsTable(profile, 'Accounts', rows) }
  return number === 'several' ? { accounts: accountsTable(profile, eachOnItsOwn, rows) } : {}
}

function isCopy(template: CustomerTemplate): boolean {
  return template !== 'autopay-ended' && template !== 'autopay-resumed'
}
