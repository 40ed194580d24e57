import { TextField, type TextFieldProps } from '#ui/form/field.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Spinner } from '#ui/waiting/spinner.tsx'
import { loginDetailsIds } from './login-details.ts'
import type { useUsernameCheck } from './use-username-check.ts'
import classes from './sign-up.module.css'

interface UsernameFieldProps {
  readonly check: ReturnType<typeof useUsernameCheck>
  readonly field: Omit<TextFieldProps, 'label'>
}

/** The username, with a spinner while the server checks whether it is taken. */
export function UsernameField({ check, field }: UsernameFieldProps) {
  return (
    <div className={classes.username}>
      <TextField
        id={loginDetailsIds.username}
        label="Username"
        hint="You’ll use it to log in. No spaces."
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field}
        aria-busy={check.isChecking || undefined}
        rightSection={<UsernameMark check={check} />}
        onBlur={check.onLeave}
      />
      <HiddenText role="status">{check.status}</HiddenText>
    </div>
  )
}

function UsernameMark({ check }: { readonly check: UsernameFieldProps['check'] }) {
  if (check.isChecking) return <Spinner />
  return check.isFree ? <CheckIcon /> : null
}
