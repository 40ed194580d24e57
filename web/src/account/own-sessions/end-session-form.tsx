import { credentialTexts } from '@portal/contract/credential-texts'
import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import { useEffect } from 'react'
import { Button } from '#ui/button/button.tsx'
import type { FormErrors } from '#ui/form/check-by-schema.ts'
import { PasswordField } from '#ui/form/password-field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import type { OwnSessions } from './use-own-sessions.ts'
import layout from '#ui/form/form-layout.module.css'

interface EndSessionFormProps {
  readonly own: OwnSessions
  readonly sessionId: number
  /** Tells password managers whose password is asked for. */
  readonly username: string
}

const fieldIds = { currentPassword: 'end-session-password' } as const

const check = ({ currentPassword }: { readonly currentPassword: string }): FormErrors =>
  currentPassword === '' ? { currentPassword: credentialTexts.currentPasswordRequired } : {}

/**
 * Asks for the password before a session is ended: a browser left open must not be enough to log its owner out
 * elsewhere (docs/security.md).
 */
export function EndSessionForm({ own, sessionId, username }: EndSessionFormProps) {
  const { form, onSubmit, refuse } = useCheckedForm({
    initialValues: { currentPassword: '' },
    check,
    fieldIds,
    hasNoSummary: true,
  })
  useEffect(() => document.getElementById(fieldIds.currentPassword)?.focus(), [])
  const onRefused = (message: string) => refuse([{ field: 'currentPassword', message }])
  return (
    <form
      noValidate
      className={layout.form}
      onSubmit={onSubmit((typed) => own.end({ id: sessionId, ...typed, onRefused }))}
    >
      <input hidden readOnly autoComplete="username" value={username} />
      <PasswordField
        id={fieldIds.currentPassword}
        label="Current password"
        hint={ownSessionsTexts.proveYourself}
        required
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      <div className={layout.actions}>
        <Button type="submit" busy={own.isEnding}>
          {ownSessionsTexts.end}
        </Button>
        <Button look="quiet" blocked={own.isEnding} onClick={() => own.ask(null)}>
          {ownSessionsTexts.cancel}
        </Button>
      </div>
    </form>
  )
}
