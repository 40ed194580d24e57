import { isPhone } from '@portal/contract/contact-texts'
import { plainDigits } from '@portal/contract/text'
import { TextField, type TextFieldProps } from '#ui/form/field.tsx'
import { type PhoneName, phoneFieldIds } from './phones.ts'
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
