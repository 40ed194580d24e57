import { styleText } from 'node:util'
import { readProfile } from '@portal/server/settings/profile.ts'
import pg from 'pg'
import { z } from 'zod'
import { ledgerAccounts } from '../demo/ledger-accounts.ts'
import type { DemoCustomer } from '../demo/logins.ts'
import { addressOf } from './server-settings.ts'
import type { Demo } from './start-demo.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export async function greet(demo: Demo, say: (line: string) => void): Promise<void> {
  const address = addressOf(demo.ports)
  say('')
  say(
    `  ${styleText('bold', 'Portal')}        ${styleText(['bold', 'underline'], address)}   (Pay Now: ${address}/paynow)`,
  )
  say(`  ${styleText('bold', 'Mail catcher')}  http://localhost:${demo.ports.mail}`)
  if (demo.hasTexts) say(`  ${styleText('bold', 'Phones')}        http://localhost:${demo.ports.texts}`)
  say(
    `  ${styleText('bold', 'Payment gateway')}  http://localhost:${demo.ports.gateway}   (${demo.hasStripe ? 'a stand-in of Stripe' : 'the specification’s'})`,
  )
  say('')
  say('  Accounts to try:')
  for (const account of await accountsToTry(demo.databaseUrl)) {
    const owed = dollars.format(account.owed / 100).padStart(11)
    say(`    ${account.number}   zip ${account.zip}   ${owed}   ${account.what}`)
  }
  sayCustomers(demo.customers, say)
  sayAdministrators(demo, say)
  say('  Test cards (any CVV, any future date):')
  for (const line of demo.hasStripe ? stripeCards : cards) say(`    ${line}`)
  say('')
  say('  Logs are in var/log. Press Ctrl-C to stop everything.')
}

const cards = [
  'Visa 4111 1111 1111 1111   Mastercard 5500 0000 0000 0004   Discover 6011 0000 0000 0004',
  'The bank declines a payment of $5,302.00.',
]

const stripeCards = [
  'Visa 4242 4242 4242 4242   Mastercard 5555 5555 5555 4444   Discover 6011 1111 1111 1117',
  'Declined 4000 0000 0000 9995   The bank asks for a confirmation 4000 0027 6000 3184',
  'Bank account 000123456789, routing number 110000000, code SM11AA',
]

function sayCustomers(customers: readonly DemoCustomer[], say: (line: string) => void): void {
  const [first] = customers
  if (!first) return
  say(`  Customers (password ${first.password}, first pet ${first.answer}):`)
  for (const { username, accounts, firstAccount } of customers) {
    say(`    ${username.padEnd(12)} account ${firstAccount}${accounts === 1 ? '' : ` and ${accounts - 1} more`}`)
  }
}

function sayAdministrators({ administrators, profileFile }: Demo, say: (line: string) => void): void {
  const [first] = administrators
  if (!first) return
  say(`  Admins at ${readProfile(profileFile).consolePath} (password ${first.password}):`)
  for (const { username, role } of administrators) say(`    ${username.padEnd(12)} ${role}`)
}

const Account = z.object({ number: z.string(), zip: z.string(), owed: z.coerce.number().int() })
/** An account of the demo utility for a visitor to try; `owed` in cents. */
interface AccountToTry extends z.infer<typeof Account> {
  what: string
}

const interesting = [
  {
    what: 'residential with a balance, not registered (try /sign-up)',
    where: 'is_active and owed > 2000 and not is_cash_only and siblings = 1 and can_enrol',
  },
  {
    what: 'one of several accounts of one person',
    where: 'is_active and owed > 2000 and not is_cash_only and siblings > 2',
  },
  { what: 'in credit', where: 'is_active and owed < 0 and not is_cash_only' },
  { what: 'cash only', where: 'is_active and owed > 0 and is_cash_only' },
  { what: 'closed', where: 'not is_active' },
] as const

export async function accountsToTry(databaseUrl: string): Promise<AccountToTry[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const found: AccountToTry[] = []
    for (const { what, where } of interesting) {
      const rows = await client.query(
        `select * from (${ledgerAccounts}) each where ${where} and zip is not null order by number limit 1`,
      )
      const account = Account.safeParse(rows.rows[0])
      if (account.success) found.push({ what, ...account.data })
    }
    return found
  } finally {
    await client.end()
  }
}
