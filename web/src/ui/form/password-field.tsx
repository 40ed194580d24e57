import { passwordLength } from '@portal/contract/sign-in-texts'
import { useState } from 'react'
import { t } from '#ui/text/t.ts'
import { TextField, type TextFieldProps } from './field.tsx'
import classes from './password-field.module.css'

interface PasswordFieldProps extends Omit<TextFieldProps, 'label' | 'type' | 'autoComplete' | 'rightSection'> {
  readonly label: string
  /** Whether a password manager fills in the known password or offers a new one. */
  readonly autoComplete: 'current-password' | 'new-password'
}

/** It may be pasted; a maximum length would silently cut a generated password (R13). */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const word = isShown ? t('Hide') : t('Show')
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSection={
        <button
          type="button"
          className={classes.show}
          aria-label={`${word} ${props.label.toLowerCase()}`}
          onClick={() => setShown(!isShown)}
        >
          {word}
        </button>
      }
    />
  )
}

/** With what it has to be. */
export function NewPasswordField(props: Omit<PasswordFieldProps, 'autoComplete' | 'hint'>) {
  return <PasswordField hint={hint} required autoComplete="new-password" {...rules} {...props} />
}

const hint = t('{shortest} to {longest} characters. Avoid common passwords.', {
  shortest: passwordLength.shortest,
  longest: passwordLength.longest,
})

/** Tells the password managers that know the attribute how long a password they may generate; others ignore it. */
const rules = {
  passwordrules: t('minlength: {shortest}; maxlength: {longest};', {
    shortest: passwordLength.shortest,
    longest: passwordLength.longest,
  }),
}
