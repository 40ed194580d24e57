import { type Autopay, AutopayTerms, ChargeDay, mostDaysBefore, needsEarlyNotice } from '@portal/contract/autopay'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { CalendarDate } from '@portal/contract/dates'
import { noCents } from '@portal/contract/money'
import { largestPayment, smallestPayment } from '@portal/contract/owed'
import type { SavedMethod } from '@portal/contract/saved-methods'
import { choice, text, tick } from '#ui/form/fields.tsx'
import { money } from '#ui/form/money-input.tsx'
import { rule } from '#ui/form/rule.ts'
import { type FieldList, type FormRule, filled, type ValuesOf } from '#ui/form/use-form.ts'
import { plural, t } from '#ui/text/t.ts'

const { shape } = AutopayTerms

export const fields = {
  account: choice({ id: 'autopay-account', label: t('Account') }),
  card: choice(
    { id: 'autopay-card', wire: 'terms.savedCardId', label: t('Payment method') },
    filled(t('Please choose a payment method.')),
  ),
  rule: choice({
    id: 'autopay-rule',
    label: t('When to charge'),
    data: [
      { value: 'dueDate', label: t('On the due date') },
      { value: 'daysBefore', label: t('Some days before the due date') },
      { value: 'dayOfMonth', label: t('On a day of the month') },
    ],
  }),
  number: choice({ id: 'autopay-number', wire: 'terms.day.number', label: t('Days before'), none: t('Choose') }),
  hasMost: tick({ id: 'autopay-has-most', label: t('Set the most that may be charged for a bill') }),
  most: money(
    {
      id: 'autopay-most',
      wire: 'terms.most',
      label: t('Most per bill'),
      hint: t('AutoPay won’t charge a bill above this. We email you, and you pay it yourself.'),
      largest: largestPayment,
    },
    rule(shape.most),
  ),
  notice: choice({ id: 'autopay-notice', label: t('Email before the charge') }),
  low: money({ id: 'autopay-low', wire: 'terms.range.low', label: t('From'), largest: largestPayment }),
  high: money({ id: 'autopay-high', wire: 'terms.range.high', label: t('To'), largest: largestPayment }),
  endsOn: text(
    {
      id: 'autopay-ends',
      wire: 'terms.endsOn',
      type: 'date',
      label: t('Last day (optional)'),
      hint: t('Without it, AutoPay goes on until you turn it off.'),
    },
    (value) => (value === '' || CalendarDate.safeParse(value).success ? undefined : t(autopayTexts.wrongEnd)),
  ),
  agree: tick({ id: 'autopay-agree', label: t(autopayTexts.agree), required: true }, (value) =>
    value === true ? undefined : t('To continue, agree to the terms.'),
  ),
} as const

export type Values = ValuesOf<typeof fields>

/** Those that a form with these values does not show. */
export function hiddenFields({ rule: chosen, hasMost, notice }: Values, card: SavedMethod | undefined): FieldList {
  const { number, most, low, high, notice: early } = fields
  const hasEarly = card !== undefined && needsEarlyNotice(card.funding)
  return {
    ...(chosen === 'dueDate' && { number }),
    ...(!hasMost && { most }),
    ...(!hasEarly && { notice: early }),
    ...((!hasEarly || notice !== 'outside') && { low, high }),
  }
}

/** What no field can say alone. */
export function rulesOfForm(card: SavedMethod | undefined, rules: Autopay['rules']): FormRule<Values>[] {
  return [
    {
      at: 'number',
      message: t(autopayTexts.wrongDay),
      isMet: (values) =>
        values.rule === 'dueDate' || numbersFor(values, card, rules).some(({ value }) => value === values.number),
    },
    {
      at: 'high',
      message: t(autopayTexts.wrongRange),
      isMet: (values) =>
        'high' in hiddenFields(values, card) || (values.low <= values.high && values.high >= smallestPayment),
    },
  ]
}

/** What the form says, as the call takes it. Null while something is missing or wrong. */
export function termsOf(values: Values, card: SavedMethod | undefined, rules: Autopay['rules']): AutopayTerms | null {
  if (!rulesOfForm(card, rules).every(({ isMet }) => isMet(values))) return null
  const hidden = hiddenFields(values, card)
  const terms = AutopayTerms.safeParse({
    savedCardId: card?.id,
    day: { rule: values.rule, number: 'number' in hidden ? 0 : Number(values.number) },
    most: 'most' in hidden ? null : values.most,
    ...(!('low' in hidden) && { range: { low: values.low, high: values.high } }),
    endsOn: values.endsOn === '' ? null : values.endsOn,
  })
  return terms.success ? terms.data : null
}

export function valuesOf(terms: AutopayTerms | undefined, cardId: number | undefined, account: string): Values {
  return {
    account,
    card: String(terms?.savedCardId ?? cardId ?? ''),
    rule: terms?.day.rule ?? 'dueDate',
    number: String(terms?.day.number || ''),
    hasMost: terms?.most !== null && terms !== undefined,
    most: terms?.most ?? noCents,
    notice: terms?.range ? 'outside' : 'every',
    low: terms?.range?.low ?? noCents,
    high: terms?.range?.high ?? noCents,
    endsOn: terms?.endsOn ?? '',
    agree: false,
  }
}

/** With this rule and card; the day of the month may be one that not every month has. */
export function numbersFor(values: Values, card: SavedMethod | undefined, rules: Autopay['rules']) {
  const most =
    values.rule === 'dayOfMonth' ? 31 : mostDaysBefore(rules, card?.funding ?? null, values.notice === 'outside')
  const numbers = Array.from({ length: most }, (_, index) => index + 1)
  return numbers
    .filter((number) => ChargeDay.safeParse({ rule: values.rule, number }).success)
    .map((number) => ({
      value: String(number),
      label: values.rule === 'dayOfMonth' ? String(number) : plural(number, '1 day', '{count} days'),
    }))
}
