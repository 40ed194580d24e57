import { readAccount, readPaymentHistory } from './bills.ts'
import { Browser, DiffersFromSpecification, type MadeCall } from './browser.ts'
import { logInAsAdmin, manageUsers } from './console-admin-users.ts'
import { manageAnnouncements } from './console-announcements.ts'
import { resetCustomerPassword } from './console-passwords.ts'
import { readReports } from './console-reports.ts'
import { throwSwitches } from './console-switches.ts'
import { enrol } from './enrolment.ts'
import { readFrontPage } from './front.ts'
import type { Customer, Known } from './known.ts'
import { answerSurvey, sendTicket } from './opinions.ts'
import { editOwnDetails } from './own-details.ts'
import { payAsVisitor } from './pay-now.ts'
import { pay } from './paying.ts'
import { payByPhone } from './phoned-in.ts'
import { changeOwnPassword, getBackIn, logIn } from './signing-in.ts'

/** What was paid in a visit, for Reports to find. */
interface Paid {
  receipt: string
  accountId: string
  mode: 'Online' | 'Phoned-In'
}

/**
 * Uses the whole portal exactly as the specification describes it: every call of C§7 and A§7 with the fields and in the
 * order shown there, by a customer, a visitor and an administrator, each with their own browser.
 * @returns the calls that were made.
 * @throws DiffersFromSpecification at the first reply that differs.
 */
export async function visit(portal: string, known: Known, say: (line: string) => void): Promise<MadeCall[]> {
  const made: MadeCall[] = []
  const browser = (): Browser => new Browser(portal, made)
  say('A customer enrols, reads bills, pays, writes and edits (C§2.3 to C§2.5)')
  const { customer, paid } = await visitAsCustomer(browser, known)
  say('A visitor pays without signing in (C§2.6)')
  const { receipts } = await payAsVisitor(browser(), known)
  say('An administrator works in the console (A§2)')
  const visitorPaid: Paid[] = receipts.map((receipt) => ({ receipt, ...accountOf(known), mode: 'Online' }))
  await visitAsAdmin(browser(), known, { customer, paid: [...paid, ...visitorPaid] })
  return made
}

async function visitAsCustomer(
  open: () => Browser,
  known: Known,
): Promise<{ customer: Customer; paid: readonly Paid[] }> {
  const { division } = known
  const browser = open()
  await readFrontPage(browser)
  const customer = await enrol(browser, known)
  const { personId, premiseData } = await logIn(browser, customer, known)
  const { accountId } = accountOf(known)
  for (const own of premiseData.slice(0, 3))
    await readAccount(browser, { personId, accountId: own.accountId, division })
  const { emailAddress } = await editOwnDetails(browser, { personId, accountId, division })
  const writer = { personId, accountId, username: customer.username, emailAddress, division }
  await answerSurvey(browser, writer)
  await sendTicket(browser, writer)

  const cart = premiseData.slice(0, 2).map((own, nth) => ({ accountId: own.accountId, amount: `${20 + nth}.50` }))
  const order = { cart, username: customer.username, mode: 'Online', card: known.card, email: emailAddress } as const
  const receipts = await pay(browser, order)
  const paid = receipts.map((receipt, nth): Paid => ({
    receipt,
    accountId: cart[nth]?.accountId ?? '',
    mode: 'Online',
  }))
  await seePayment(browser, cart[0])
  await changeOwnPassword(browser, personId, customer)
  await getBackIn(open(), { ...customer, accountId, emailAddress, division })
  return { customer, paid }
}

async function visitAsAdmin(
  browser: Browser,
  known: Known,
  { customer, paid }: { customer: Customer; paid: readonly Paid[] },
): Promise<void> {
  const me = await logInAsAdmin(browser, known.admin)
  await manageUsers(browser, me, known.admin.password)
  await throwSwitches(browser)
  await manageAnnouncements(browser)
  await resetCustomerPassword(browser, { ...accountOf(known), division: known.division, customer })
  const accountIds = [...new Set(paid.map(({ accountId }) => accountId))]
  const receipts = await payByPhone(browser, known, { username: me.username, accountIds })
  const byPhone = receipts.map((receipt, nth): Paid => ({
    receipt,
    accountId: accountIds[nth] ?? '',
    mode: 'Phoned-In',
  }))
  for (const one of [...paid, ...byPhone]) await readReports(browser, one)
}

/** What was paid stands in the history of the account at once (C§2.5). */
async function seePayment(browser: Browser, row: { accountId: string; amount: string } | undefined): Promise<void> {
  const history = row ? await readPaymentHistory(browser, row.accountId) : []
  const isThere = history.some(
    ({ FinancialTransactionType: type, TotalAmount }) => type === 'PS' && TotalAmount === `-${row?.amount}`,
  )
  if (!isThere) throw new DiffersFromSpecification('payment-history (C§7) does not tell of what was paid')
}

function accountOf({ customer }: Known): { accountId: string } {
  return { accountId: customer.accountId }
}
