import type { ContactNumber, PhoneType } from '@portal/contract/contact'
import { isPhone } from '@portal/contract/contact-texts'
import type { SecurityQuestion } from '@portal/contract/sign-up'
import { plainDigits } from '@portal/contract/text'
import { SelectField, type SelectFieldProps, TextField, type TextFieldProps } from '#ui/form/field.tsx'
import classes from '#ui/form/form-layout.module.css'

const labels = [
  ['home', 'Home phone'],
  ['mobile', 'Mobile phone'],
  ['work', 'Work phone'],
] as const

type PhoneInput = Omit<TextFieldProps, 'label'>

/** The inputs for home, mobile and work phone. At least one is required, no matter which (C§5). */
export function PhoneFields({ field }: { readonly field: (name: PhoneName) => PhoneInput }) {
  return (
    <>
      <p className={classes.note}>Enter at least one phone number, with area code.</p>
      {labels.map(([name, label]) => (
        <TextField
          key={name}
          id={phoneFieldIds[name]}
          className={classes.short}
          label={label}
          type="tel"
          inputMode="tel"
          autoComplete={autoComplete[name]}
          {...withoutCountryCode(field(name))}
        />
      ))}
    </>
  )
}

const autoComplete: Readonly<Record<PhoneName, string>> = {
  home: 'home tel-national',
  mobile: 'mobile tel-national',
  work: 'work tel-national',
}

/** Numbers copied out of a phone's contacts begin with the country code, which is the same for everybody here. */
function withoutCountryCode({ onChange, ...input }: PhoneInput): PhoneInput {
  return {
    ...input,
    onChange: (event) => {
      const number = plainDigits(event.currentTarget.value).replace(/^\W*1[^(\d]*/, '')
      const { nativeEvent } = event
      const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
      if (isPhone(number) && !isComposing) event.currentTarget.value = number
      onChange?.(event)
    },
  }
}

/** The phone fields of the forms (C§2.3, C§2.5), in the order of the screen. */
type PhoneName = 'home' | 'mobile' | 'work'

/** The text in each of the three fields. */
type Phones = Readonly<Record<PhoneName, string>>

export const phoneFieldIds: Readonly<Record<PhoneName, string>> = {
  home: 'home-phone',
  mobile: 'mobile-phone',
  work: 'work-phone',
}

const typeOf = {
  home: 'HOME-PHONE',
  mobile: 'MOBILE',
  work: 'BUSN-PHONE',
} as const satisfies Record<PhoneName, PhoneType>

/** The initial values of the fields: the numbers on file. */
export function phonesOnFile(onFile: readonly ContactNumber[]): Phones {
  const number = (name: PhoneName) => phoneOnFile(onFile, name)?.number ?? ''
  return { home: number('home'), mobile: number('mobile'), work: number('work') }
}

/** The sequence number of the phone on file that a field shows; null when there is none. */
export function sequenceOf(onFile: readonly ContactNumber[], name: PhoneName): number | null {
  return phoneOnFile(onFile, name)?.sequence ?? null
}

/** Whether a field whose phone is on file has been emptied, which deletes that phone (C§5). */
export function isDeleted(onFile: readonly ContactNumber[], typed: Phones, name: PhoneName): boolean {
  return phoneOnFile(onFile, name) !== undefined && typed[name].trim() === ''
}

function phoneOnFile(onFile: readonly ContactNumber[], name: PhoneName): ContactNumber | undefined {
  return onFile.find((phone) => phone.type === typeOf[name])
}

export const securityFieldIds = { question: 'security-question', answer: 'security-answer' } as const

interface SecurityFieldsProps {
  readonly questions: readonly SecurityQuestion[]
  readonly question: Omit<SelectFieldProps, 'label' | 'data'>
  readonly answer: Omit<TextFieldProps, 'label'>
  /** The hint of the answer. */
  readonly hint: string
  /** The answer may be left empty, which keeps the current one. */
  readonly isAnswerOptional?: boolean
}

/** The security question and its answer, which serve to recover a forgotten login (C§2.3, C§2.5). */
export function SecurityFields({ questions, question, answer, hint, isAnswerOptional = false }: SecurityFieldsProps) {
  const choices = questions.map(({ characteristicValue, description }) => ({
    value: characteristicValue,
    label: description,
  }))
  return (
    <>
      <SelectField
        id={securityFieldIds.question}
        label="Security question"
        required
        data={[{ value: '', label: 'Choose a question' }, ...choices]}
        {...question}
      />
      <TextField
        id={securityFieldIds.answer}
        label="Security answer"
        hint={hint}
        required={!isAnswerOptional}
        autoComplete="off"
        {...answer}
      />
    </>
  )
}
