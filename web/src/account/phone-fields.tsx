import { TextField, type TextFieldProps } from '#ui/form/field.tsx'
import classes from '#ui/form/form-layout.module.css'
import { type PhoneName, phoneFieldIds } from './phones.ts'

const labels = [
  ['home', 'Home phone'],
  ['mobile', 'Mobile phone'],
  ['work', 'Work phone'],
] as const

/** The inputs for home, mobile and work phone. At least one is required, no matter which (C§5). */
export function PhoneFields({ field }: { readonly field: (name: PhoneName) => Omit<TextFieldProps, 'label'> }) {
  return (
    <>
      <p className={classes.note}>Please give us at least one phone number, with its area code.</p>
      {labels.map(([name, label]) => (
        <TextField
          key={name}
          id={phoneFieldIds[name]}
          className={classes.short}
          label={label}
          type="tel"
          inputMode="tel"
          autoComplete={autoComplete[name]}
          {...field(name)}
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
