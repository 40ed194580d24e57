import { styleText } from 'node:util'
import type { DemoAdministrator } from '../demo/administrators.ts'
import type { DemoCustomer } from '../demo/customers.ts'
import { accountsToTry } from './accounts-to-try.ts'
import { addressOf } from './programs.ts'
import type { World } from './world.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Prints where everything is and what to try. */
export async function greet(world: World, say: (line: string) => void): Promise<void> {
  const address = addressOf(world.ports)
  say('')
  say(
    `  ${styleText('bold', 'Portal')}        ${styleText(['bold', 'underline'], address)}   (Pay Now: ${address}/paynow)`,
  )
  say(`  ${styleText('bold', 'Mail catcher')}  http://localhost:${world.ports.mail}`)
  say('')
  say('  Accounts to try:')
  for (const account of await accountsToTry(world.databaseUrl)) {
    const owed = dollars.format(account.owed / 100).padStart(11)
    say(`    ${account.number}   zip ${account.zip}   ${owed}   ${account.what}`)
  }
  sayCustomers(world.customers, say)
  sayAdministrators(world.administrators, say)
  say('  Test cards (any CVV, any future date):')
  say('    Visa 4111 1111 1111 1111   Mastercard 5500 0000 0000 0004   Discover 6011 0000 0000 0004')
  say('    The bank declines a payment of $5,302.00.')
  say('')
  say('  Logs are in var/log. Press Ctrl-C to stop everything.')
}

function sayCustomers(customers: readonly DemoCustomer[], say: (line: string) => void): void {
  const [first] = customers
  if (!first) return
  say(`  Customers (password ${first.password}, first pet ${first.answer}):`)
  for (const { username, accounts, firstAccount } of customers) {
    say(`    ${username.padEnd(12)} account ${firstAccount}${accounts === 1 ? '' : ` and ${accounts - 1} more`}`)
  }
}

function sayAdministrators(administrators: readonly DemoAdministrator[], say: (line: string) => void): void {
  const [first] = administrators
  if (!first) return
  say(`  Admins at /gwaadmin (password ${first.password}):`)
  for (const { username, role } of administrators) say(`    ${username.padEnd(12)} ${role}`)
}
