import { adminSignInTexts } from '@portal/contract/console-texts'
import { useEffect, useId, useRef } from 'react'
import { Button, TextButton } from '#ui/button/button.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import type { Answer } from './ask-to-log-in.ts'
import { LogInNotice } from './log-in-notice.tsx'
import { CodeField, codeField, RecoveryCodes, SetUpApp } from './second-factor.tsx'
import { enterConsole } from './use-admin-log-in.ts'
import classes from './login-page.module.css'

const fields = { code: codeField('log-in-code') }

interface CodeStepProps {
  readonly answer: Answer | null
  /** What an authenticator app needs, when none has been set up yet. */
  readonly offered: { readonly address: string; readonly secret: string } | null
  readonly isBusy: boolean
  readonly onSend: (code: string) => void
  readonly onBack: () => void
}

/**
 * The second factor: asks for its code, after setting it up where the level requires one and there is none
 * (docs/security.md).
 */
export function CodeStep({ answer, offered, isBusy, onSend, onBack }: CodeStepProps) {
  const { form, onSubmit } = useForm(fields, { hasNoSummary: true })
  const heading = useRef<HTMLHeadingElement>(null)
  const askId = useId()
  const isWrong = (answer?.kind === 'code' || answer?.kind === 'setUp') && answer.message === adminSignInTexts.codeWrong
  useEffect(() => {
    if (answer?.kind === 'code' || isWrong) document.getElementById(fields.code.id ?? '')?.focus()
    // The app has to be set up before it can give a code.
    else if (answer?.kind === 'setUp') heading.current?.focus()
  }, [answer, isWrong])
  const { error, ...code } = form.input('code')
  return (
    <>
      <h2 ref={heading} tabIndex={-1} aria-describedby={askId}>
        {offered ? t('Set up two-step verification') : t('Two-step verification')}
      </h2>
      <p id={askId}>{offered ? t(adminSignInTexts.setUpNeeded) : t(adminSignInTexts.codeNeeded)}</p>
      <LogInNotice answer={answer} />
      {offered ? <SetUpApp setUp={offered} /> : null}
      <form noValidate className={classes.form} onSubmit={onSubmit((typed) => onSend(typed.code))}>
        <CodeField
          hint={offered ? undefined : t('Or one of your recovery codes')}
          // A recovery code has letters.
          inputMode={offered ? 'numeric' : undefined}
          aria-describedby={offered ? undefined : askId}
          {...code}
          error={error ?? (isWrong ? t(adminSignInTexts.codeWrong) : undefined)}
        />
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? t(adminSignInTexts.loading) : t(adminSignInTexts.logIn)}
        </Button>
      </form>
      <TextButton onClick={onBack}>{t('Back to login')}</TextButton>
    </>
  )
}

/** After the first set-up: shows the recovery codes before the console opens. */
export function RecoveryCodesStep({ codes }: { readonly codes: readonly string[] }) {
  return <RecoveryCodes codes={codes} onDone={enterConsole} />
}
