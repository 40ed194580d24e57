import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accountSummaryTexts } from '@portal/contract/account-summary'
import { consoleTabNames } from '@portal/contract/admin-levels'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { adminSignInTexts } from '@portal/contract/console-texts'
import { notificationTexts } from '@portal/contract/notifications-texts'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentFormTexts, paymentTexts } from '@portal/contract/payments'
import { phonedInTexts } from '@portal/contract/phoned-in'
import { visa } from '../steps/cards.ts'
import { readBase } from '../world/base.ts'
import startBase from '../world/start-base.ts'
import { startWorld, type World } from '../world/world.ts'
import { type Engine, type Size, type Visitor, visitorOf } from './engine.ts'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'

/**
 * `npm run browsers`: the ways that matter most, in Firefox and WebKit, on a desktop and a phone. Pictures are in
 * var/browsers. The journeys in Chromium prove the rest. With `--if-installed` it passes where an engine is missing.
 */

const pictures = fileURLToPath(new URL('../../var/browsers', import.meta.url))
const sizes: readonly Size[] = [
  { width: 1440, height: 1000 },
  { width: 390, height: 844 },
]

/** With a name, takes a picture and looks whether anything scrolls sideways. */
type Look = (name: string) => Promise<void>
type Walk = (visitor: Visitor, worlds: Worlds, look: Look) => Promise<void>
interface Worlds {
  readonly own: World
  readonly stripe: World
}

async function findAccount(visitor: Visitor, world: World): Promise<void> {
  const { number, zip } = await world.account('owing')
  await visitor.open(`${world.url}/paynow`)
  await visitor.fill('Account number', number)
  await visitor.fill('Billing zip code', zip)
  await visitor.press(payNowTexts.continue)
  await visitor.sees(payNowTexts.isThisYou)
  await visitor.press(payNowTexts.continue)
}

async function fillCard(visitor: Visitor): Promise<void> {
  await visitor.fill('Card number', visa.number.replaceAll(' ', ''))
  await visitor.fill('Expiration date', visa.expiry.replace('/', ''))
  await visitor.fill('CVV', visa.code)
  await visitor.fill('Card holder name', visa.holder)
}

const walks: Readonly<Record<string, Walk>> = {
  async 'pay-now'(visitor, { own }, look) {
    await findAccount(visitor, own)
    await fillCard(visitor)
    await look('card')
    await visitor.press('What is the CVV?')
    await visitor.sees('Security code (CVV)')
    await look('cvv')
    await visitor.press('Close')
    await visitor.press(payNowTexts.pay)
    await visitor.sees(paymentTexts.approved)
    await look('result')
  },
  async 'pay-now-stripe'(visitor, { stripe }, look) {
    const frame = 'Secure payment input frame'
    await findAccount(visitor, stripe)
    await visitor.fill('Card number', '4242424242424242', frame)
    await visitor.fill('Expiration date', '1230', frame)
    await visitor.fill('Security code', '123', frame)
    await visitor.fill('Card holder name', 'Maria Cruz')
    await visitor.fill('Card zip code', '96913')
    await look('card')
    await visitor.press(payNowTexts.pay)
    await visitor.sees(paymentTexts.approved)
  },
  async customer(visitor, { stripe }, look) {
    const { account, username, password } = await stripe.customer('onlyDue')
    await visitor.open(`${stripe.url}/`)
    await visitor.fill('Username', username)
    await visitor.fill('Password', password)
    await visitor.press('Log In')
    await visitor.sees('Welcome, ')
    await look('dashboard')
    await visitor.press(accountSummaryTexts.makePayment)
    await visitor.press(paymentFormTexts.checkOut)
    await visitor.sees(paymentFormTexts.review)
    await look('check-out')
    await visitor.press('Close')
    await visitor.open(`${stripe.url}/dashboard?view=bills&account=${account.number}`)
    await visitor.sees('View Bill')
    // It opens in a tab of its stripe.
    await visitor.open(String(await visitor.evaluate(`document.querySelector('a[href*="view-bill"]').href`)))
    await visitor.sees('Water bill')
    await look('bill')
    await visitor.press('Download')
    await visitor.sees('Saved to your downloads.')
    await visitor.open(`${stripe.url}/dashboard?view=payment-methods`)
    await visitor.sees(autopayTexts.pageTitle)
    await look('autopay')
    await visitor.open(`${stripe.url}/dashboard?view=notifications`)
    await visitor.sees(notificationTexts.title)
    await look('notifications')
  },
  async console(visitor, { own }, look) {
    const { username, password } = await own.administrator(5)
    await visitor.open(`${own.url}/gwaadmin`)
    await visitor.fill('Username', username)
    await visitor.fill('Password', password)
    await visitor.press(adminSignInTexts.logIn)
    await visitor.sees(consoleTabNames.reports)
    await visitor.open(`${own.url}/admin-dashboard?view=reports`)
    await visitor.sees(consoleTabNames.reports)
    await look('reports')
    const { number } = await own.account('owing')
    await visitor.open(`${own.url}/admin-dashboard?view=phoned-in`)
    await visitor.fill('Account number', number)
    await visitor.press(phonedInTexts.search)
    await visitor.sees(phonedInTexts.cart)
    await look('phoned-in')
  },
}

/** Of the page, and of a dialog on it. */
const sideways = `Math.max(...[document.documentElement, ...document.querySelectorAll('dialog[open]')]
  .map((box) => box.scrollWidth - box.clientWidth))`
/** Below its last part, without its padding and border. */
const spareOfDialog = `Math.max(0, ...[...document.querySelectorAll('dialog[open]')].map((dialog) => {
  const { paddingBottom, borderBottomWidth } = getComputedStyle(dialog)
  const end = dialog.getBoundingClientRect().bottom - parseFloat(paddingBottom) - parseFloat(borderBottomWidth)
  return Math.round(end - Math.max(...[...dialog.children].map((part) => part.getBoundingClientRect().bottom)))
}))`

/** What went wrong. A walk that fails is tried once more: the drivers of these engines lose a press now and then. */
async function walkAll(name: string, engine: Engine, worlds: Worlds): Promise<string[]> {
  const wrong: string[] = []
  for (const size of sizes) {
    await mkdir(folderOf(name, size), { recursive: true })
    for (const walk of Object.keys(walks)) {
      const where = `${name}, ${size.width} px, ${walk}`
      const first = await walkOnce(name, size, walk, engine, worlds)
      const failures = first.length === 0 ? [] : await walkOnce(name, size, walk, engine, worlds)
      console.log(
        `${failures.length === 0 ? '✓' : '✗'} ${where}${first.length === 0 ? '' : `, after: ${first.join('; ')}`}`,
      )
      wrong.push(...failures.map((failure) => `${where}, ${failure}`))
    }
  }
  return wrong
}

async function walkOnce(name: string, size: Size, walk: string, engine: Engine, worlds: Worlds): Promise<string[]> {
  const wrong: string[] = []
  const window = await engine.open(size)
  const visitor = visitorOf(window)
  const picture = async (shown: string): Promise<void> =>
    await writeFile(join(folderOf(name, size), `${walk}-${shown}.png`), await window.picture(), 'base64')
  const look: Look = async (shown) => {
    await picture(shown)
    const beyond = Number(await visitor.evaluate(sideways))
    const spare = Number(await visitor.evaluate(spareOfDialog))
    if (beyond > 0) wrong.push(`${shown}: scrolls sideways by ${beyond} px`)
    if (spare > 1) wrong.push(`${shown}: the dialog is ${spare} px higher than what it holds`)
  }
  try {
    await walks[walk]?.(visitor, worlds, look)
  } catch (error) {
    wrong.push(error instanceof Error ? error.message : String(error))
    await picture('failed').catch(() => wrong.push('no picture of it'))
  }
  // Pages ask whether somebody is logged in, and the answer to a visitor is 401.
  wrong.push(...window.trouble().filter((line) => !/status of 401/.test(line)))
  await window.close()
  return wrong
}

const folderOf = (name: string, size: Size): string => join(pictures, name.toLowerCase(), String(size.width))

const engines = [firefox, webkit]
const missing = engines.filter(({ programs }) => !programs.every((program) => existsSync(program)))
if (missing.length > 0) {
  console.error(`Install Debian's packages: ${missing.map((engine) => engine.package).join(' ')}`)
  process.exit(process.argv.includes('--if-installed') ? 0 : 1)
}
await rm(pictures, { recursive: true, force: true })
const stopBase = await startBase()
const worlds = { own: await startWorld(readBase()), stripe: await startWorld(readBase(), undefined, true) }
const wrong: string[] = []
// A browser may hang without a word.
const longest = 8 * 60_000
setTimeout(() => {
  console.error('✗ A browser does not answer')
  process.exit(1)
}, longest).unref()
await Promise.all(
  engines.map(async ({ name, start }) => {
    const engine = await start()
    wrong.push(...(await walkAll(name, engine, worlds)))
    await engine.stop()
  }),
)
await Promise.all([worlds.own.stop(), worlds.stripe.stop()])
await stopBase()
for (const line of wrong) console.error(`✗ ${line}`)
console.log(
  `\n${Object.keys(walks).length * sizes.length * engines.length} walks, ${wrong.length} failures; pictures in ${pictures}`,
)
process.exitCode = wrong.length === 0 ? 0 : 1
