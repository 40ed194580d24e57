import { debitAuthorization } from '@portal/contract/bank-accounts'
import { dateIn } from '@portal/contract/dates'
import { feeRuleOf, serviceFeeOf } from '@portal/contract/fees'
import { english } from '@portal/contract/language'
import { readPortalPayments } from '@portal/server/payments/balances.ts'
import { chargedBy } from '@portal/server/payments/charge/begin-checkout.ts'
import type { Intent } from '@portal/server/payments/charge/intent.ts'
import type { Engine } from '@portal/server/payments/engine.ts'
import { readById } from '@portal/server/payments/records/checkouts.ts'
import type { StoredCheckout } from '@portal/server/payments/records/stored-checkout.ts'
import { isOpen } from '@portal/server/payments/states.ts'
import { cancelBankPayment, verifyAccount } from '@portal/server/payments/submit/bank-payment.ts'
import { checkBank } from '@portal/server/payments/submit/check-bank.ts'
import { Refusal } from '@portal/server/refusal.ts'
import { askForRefund } from './clerks.ts'
import { bankFingerprint, bankName } from './partners/stripe-debits.ts'
import type { Product } from './product.ts'
import { world } from './scheduler.ts'
import type { Servers } from './servers.ts'
import type { SimulatedWorld } from './world.ts'

const hour = 3_600_000

/** By card, or from one of a few bank accounts, where the utility takes any, and with the fee that is shown. */
export async function payWith(
  { gateway, dice, random }: SimulatedWorld,
  { engine }: Product,
  intent: Intent,
): Promise<Intent> {
  const { bankPayments } = engine.profile
  if (!gateway.typedBank || !bankPayments || !dice.happens('paysByBank')) return withFee(engine, intent)
  const lastFour = random.pick(['6789', '6790', '6791'])
  const fingerprint = bankFingerprint(lastFour)
  const known = await readPortalPayments(
    engine,
    intent.items.map(({ accountId }) => accountId),
  )
  const isBlocked = [...known.values()].some(({ isBankBlocked }) => isBankBlocked)
  const isUnusable = await isRefused(checkBank(engine, { fingerprint }, intent.amount))
  if (isBlocked || isUnusable) return withFee(engine, intent)
  const { credit, sourceCode } = bankPayments
  const bank = { bankName, accountType: 'checking', fingerprint, credit } as const
  const byBank = withFee(engine, { ...intent, brand: null, bank, lastFour, sourceCode })
  const { name: utility, phones, locale, timeZone } = engine.profile
  const [amount, from] = [chargedBy(byBank), dateIn(timeZone, intent.at)]
  const facts = { utility, phone: phones[0]?.number ?? '', amount, from, holder: 'individual', locale } as const
  const authorization = {
    words: debitAuthorization(english, facts),
    acceptedAt: intent.at,
    from: '203.0.113.7',
    browser: '',
  }
  return { ...byBank, authorization }
}

/** @throws what is no refusal */
export async function isRefused(asking: Promise<unknown>): Promise<boolean> {
  try {
    await asking
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

function withFee({ profile: { serviceFees } }: Product['engine'], intent: Intent): Intent {
  const method = intent.bank ? 'bank' : 'card'
  const rule = feeRuleOf(serviceFees, method, 'online')
  return { ...intent, fee: rule && { amount: serviceFeeOf(serviceFees, method, 'online', intent.amount), rule } }
}

/** Days in which a payer says what the small deposits were, wants to cancel, or wants the money back. */
export async function seeToBankPayment(simulated: SimulatedWorld, servers: Servers, checkoutId: number): Promise<void> {
  const { dice, random, scheduler } = simulated
  const atSomeServer = async (act: (engine: Engine, checkout: StoredCheckout) => Promise<unknown>): Promise<void> => {
    const server = servers.any()
    if (!server) return
    const acting = readById(server.engine.db, checkoutId).then(async (checkout) => {
      if (checkout) await act(server.engine, checkout)
    })
    await Promise.race([acting.catch(() => undefined), scheduler.sleep(world, 120_000)])
  }
  const isOpenStill = () =>
    simulated.live.checkouts.some(({ id, attempt }) => id === checkoutId && (isOpen(attempt) || attempt === 'RETURNED'))
  const isIgnored = dice.happensToPeople('depositIgnored', random)
  const hasRegrets = dice.happensToPeople('payerCancels', random)
  for (let visit = 0; visit < 6 && isOpenStill(); visit++) {
    await scheduler.sleep(world, (visit === 0 ? random.between(0, 30) : random.between(10, 60)) * hour)
    const code = dice.happensToPeople('depositGuessed', random) ? 'SM99ZZ' : 'SM11AA'
    if (!isIgnored) await atSomeServer(async (engine, checkout) => await verifyAccount(engine, checkout, { code }))
    if (hasRegrets && random.chance(0.5)) await atSomeServer(cancelBankPayment)
  }
  if (!dice.happensToPeople('refund', random)) return
  await scheduler.sleep(world, random.between(24, 200) * hour)
  await askForRefund(simulated, servers, checkoutId)
}
