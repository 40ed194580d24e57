import { z } from 'zod'
import type { PayMethod } from './bank-accounts.ts'
import { type Language, defaultLocale, english } from './language.ts'
import { type Cents, cents, dollars, noCents } from './money.ts'

/** Where a payment begins. */
export const feeChannels = ['online', 'phone', 'autoPay', 'schedule'] as const
export type FeeChannel = (typeof feeChannels)[number]

const FeeAmount = z.int().min(1).max(100_000)

const ServiceFee = z
  .strictObject({
    /** All cards cost the same: whether one is credit or debit is known only after the price was read. */
    method: z.enum(['card', 'bank']),
    channels: z.array(z.enum(feeChannels)).min(1),
    flat: FeeAmount.optional(),
    basisPoints: z.int().min(1).max(1_000).optional(),
    least: FeeAmount.optional(),
    most: FeeAmount.optional(),
  })
  .refine(({ flat, basisPoints }) => flat !== undefined || basisPoints !== undefined, 'flat or basisPoints is needed')
  .refine(({ least = 0, most = Infinity }) => least <= most, { path: ['most'], message: 'below least' })
  .refine(({ method, channels }) => method === 'card' || !channels.includes('phone'), {
    path: ['channels'],
    message: 'bank accounts are not taken by phone',
  })
export type ServiceFee = z.infer<typeof ServiceFee>

/** What payers are charged on top of their bills. Where none is named, the utility absorbs what a payment costs. */
export const ServiceFees = z.array(ServiceFee).superRefine((fees, context) => {
  const named = fees.flatMap(({ method, channels }, index) => channels.map((channel) => ({ method, channel, index })))
  for (const [nth, { method, channel, index }] of named.entries()) {
    const isRepeated = named.slice(0, nth).some((other) => other.method === method && other.channel === channel)
    if (!isRepeated) continue
    context.addIssue({ code: 'custom', path: [index, 'channels'], message: 'a method and channel has one fee' })
  }
})
export type ServiceFees = readonly ServiceFee[]

/** The rule that holds; null where the utility absorbs the fee. */
export function feeRuleOf(fees: ServiceFees, method: PayMethod, channel: FeeChannel): ServiceFee | null {
  return fees.find((fee) => fee.method === method && fee.channels.includes(channel)) ?? null
}

/** What is said of paying by card where nothing is known of the payment; null where the utility absorbs the fee. */
export function cardFeeOf(fees: ServiceFees, t: Language['t'] = english.t, locale = defaultLocale): string | null {
  const rule = feeRuleOf(fees, 'card', 'online')
  return rule && t(feeTexts.rule, { fee: feeInWords(rule, t, locale) })
}

/** Once for a payment, whatever its accounts; half a cent is rounded up. */
export function serviceFeeOf(fees: ServiceFees, method: PayMethod, channel: FeeChannel, amount: Cents): Cents {
  const rule = feeRuleOf(fees, method, channel)
  if (!rule || amount <= 0) return noCents
  const { flat = 0, basisPoints = 0, least = 0, most = Infinity } = rule
  const fee = flat + Math.floor((amount * basisPoints + 5_000) / 10_000)
  return cents(Math.min(Math.max(fee, least), most))
}

/** What payers and staff read of service fees. */
export const feeTexts = {
  hint: 'Fee {amount}',
  none: 'No fee',
  toPay: 'Amount to pay',
  fee: { card: 'Service fee, card', bank: 'Service fee, bank account' },
  total: 'Total Amount',
  /** On receipts and emails, above what was charged. */
  bills: 'Bill payment',
  kept: 'Service fee, kept by {utility}',
  /** In a sentence about a charge. */
  within: 'This includes a service fee of {fee}.',
  /** The last paragraph of an AutoPay agreement. */
  agreed:
    'Service fee: we add {fee} to each charge. It does not lower what you owe. Our email before each charge has it in the amount.',
  why: 'The fee pays for processing. It does not lower your balance.',
  tell: 'Tell the caller: {utility} charges a service fee of {fee} for this payment, so the card is charged {total}.',
  rule: 'Service fee: {fee}.',
  column: 'Service Fee (included)',
} as const

const ruleTexts = {
  flat: '{flat}',
  percent: '{percent} of the payment',
  both: '{flat} plus {percent} of the payment',
  least: '{fee}, at least {least}',
  most: '{fee}, at most {most}',
  between: '{fee}, at least {least} and at most {most}',
} as const

/** A rule where the amount is not known yet: `2.95% of the payment, at least $1.50`. */
export function feeInWords(
  { flat, basisPoints, least, most }: ServiceFee,
  t: Language['t'] = english.t,
  locale: string = defaultLocale,
): string {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const parts = {
    flat: dollars(cents(flat ?? 0), locale),
    percent: percent.format((basisPoints ?? 0) / 10_000),
    least: dollars(cents(least ?? 0), locale),
    most: dollars(cents(most ?? 0), locale),
  }
  const isBoth = flat !== undefined && basisPoints !== undefined
  const fee = t<string>(isBoth ? ruleTexts.both : ruleTexts[flat === undefined ? 'percent' : 'flat'], parts)
  const hasBounds = basisPoints !== undefined && (least !== undefined || most !== undefined)
  if (!hasBounds) return fee
  const isBetween = least !== undefined && most !== undefined
  return t<string>(isBetween ? ruleTexts.between : ruleTexts[least === undefined ? 'most' : 'least'], { ...parts, fee })
}
