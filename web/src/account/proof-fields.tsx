import { type ProofFieldName, type ProofPurpose, askedFields, proofFields } from '@portal/contract/proof'
import { text } from '#ui/form/fields.tsx'
import type { Field, Rule } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import { billingZip } from './bill-fields.tsx'

/** As typed, by their names in the calls. */
export type TypedProofs = Partial<Readonly<Record<ProofFieldName, string>>>

/** What the profile asks for, as fields of a form’s list. Nothing of them is for a browser to keep, but for the zip code. */
export function proofFieldsOf(
  purpose: ProofPurpose,
  rules: Readonly<Record<ProofFieldName, Rule>>,
  { zip, required = false }: { readonly zip: Parameters<typeof billingZip>[0]; readonly required?: boolean },
): Readonly<Record<string, Field<string>>> {
  return Object.fromEntries(
    askedFields(purpose).map((name) => {
      if (name === 'postal') return [name, billingZip({ ...zip, required }, rules.postal)]
      const { label, hint, inputMode } = proofFields[name]
      const given = { label: t(label), hint: t(hint), inputMode, required, ...unkept, id: ids[name] }
      return [name, text(given, rules[name])]
    }),
  )
}

/** Password managers read their own attributes, and `off` from other browsers. */
const unkept = {
  autoComplete: 'off',
  spellCheck: false,
  'data-1p-ignore': true,
  'data-lpignore': 'true',
  'data-bwignore': true,
} as const

const ids = {
  lastName: 'last-name-on-bill',
  lastBillAmount: 'last-bill-amount',
  lastPaymentAmount: 'last-payment-amount',
  lastPaymentDate: 'last-payment-date',
  houseNumber: 'house-number',
  pin: 'bill-pin',
} as const satisfies Readonly<Record<Exclude<ProofFieldName, 'postal'>, string>>
