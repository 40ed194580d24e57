import type { ContactNumber, PhoneType } from '@portal/contract/contact'
import type { SecurityQuestion } from '@portal/contract/sign-up'
import { choice, Fields, text } from '#ui/form/fields.tsx'
import { type AnyForm, type Extra, type Field, type Rule, secret } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import classes from '#ui/form/form-layout.module.css'

/** The phone fields of the forms (C§2.3, C§2.5), in the order of the screen. */
export type PhoneName = 'home' | 'mobile' | 'work'

/** Home, mobile and work phone. A rule of the form has to require one of them, no matter which (C§5). */
export function phoneFields(rules: Readonly<Record<PhoneName, Rule>>, wire?: Readonly<Record<PhoneName, string>>) {
  const phone = (name: PhoneName, label: string) =>
    text(
      {
        label,
        id: `${name}-phone`,
        type: 'tel',
        inputMode: 'tel',
        autoComplete: `${name} tel-national`,
        className: classes.short,
        ...(wire && { wire: wire[name] }),
      },
      rules[name],
    )
  return {
    home: phone('home', t('Home phone')),
    mobile: phone('mobile', t('Mobile phone')),
    work: phone('work', t('Work phone')),
  }
}

export function PhoneFields({ form, of }: { readonly form: AnyForm; readonly of: ReturnType<typeof phoneFields> }) {
  return (
    <>
      <p className={classes.note}>{t('Enter at least one phone number, with area code.')}</p>
      <Fields form={form} of={of} />
    </>
  )
}

const typeOf = {
  home: 'HOME-PHONE',
  mobile: 'MOBILE',
  work: 'BUSN-PHONE',
} as const satisfies Record<PhoneName, PhoneType>

/** The initial values of the fields: the numbers on file. */
export function phonesOnFile(onFile: readonly ContactNumber[]): Readonly<Record<PhoneName, string>> {
  const number = (name: PhoneName) => phoneOnFile(onFile, name)?.number ?? ''
  return { home: number('home'), mobile: number('mobile'), work: number('work') }
}

/** The sequence number of the phone on file that a field shows; null when there is none. */
export function sequenceOf(onFile: readonly ContactNumber[], name: PhoneName): number | null {
  return phoneOnFile(onFile, name)?.sequence ?? null
}

/** Whether a field whose phone is on file has been emptied, which deletes that phone (C§5). */
export function isDeleted(
  onFile: readonly ContactNumber[],
  typed: Readonly<Record<PhoneName, string>>,
  name: PhoneName,
): boolean {
  return phoneOnFile(onFile, name) !== undefined && typed[name].trim() === ''
}

function phoneOnFile(onFile: readonly ContactNumber[], name: PhoneName): ContactNumber | undefined {
  return onFile.find((phone) => phone.type === typeOf[name])
}

/** The question that recovers a forgotten login (C§2.3, C§2.5); its choices are `questionChoices`. */
export function securityQuestion(rule: Rule): Field<string> {
  return choice(
    { id: 'security-question', label: t('Security question'), required: true, none: t('Choose a question') },
    rule,
  )
}

export function securityAnswer(
  props: { readonly hint: string; readonly required?: boolean },
  rule: Rule,
): Field<string> {
  return secret(text({ id: 'security-answer', label: t('Security answer'), autoComplete: 'off', ...props }, rule))
}

export function questionChoices(questions: readonly SecurityQuestion[]): NonNullable<Extra['choices']> {
  return questions.map(({ characteristicValue, description }) => ({ value: characteristicValue, label: description }))
}
