import { adminSignInTexts, beginSecondFactor, confirmSecondFactor } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { useLanding } from '#ui/focus.ts'
import { Fields, password } from '#ui/form/fields.tsx'
import { filled, useForm } from '#ui/form/use-form.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import type { ConsoleViewProps } from '../console-view.ts'
import { serverError } from '../view-parts/server-error.ts'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { CodeField, codeField, RecoveryCodes, SetUpApp } from './second-factor.tsx'
import box from '#ui/page/card.module.css'
import classes from './second-factor.module.css'

/** Sets up the administrator's second factor, or replaces it for another phone (docs/security.md). */
export function SecondFactorView({ session, onChanged }: ConsoleViewProps) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>([])
  const begin = useMutation({
    mutationFn: async () => await send(beginSecondFactor, { body: {} }),
  })
  const isDone = recoveryCodes.length > 0
  const card = useRef<HTMLElement>(null)
  useLanding(card, `${isDone} ${begin.isSuccess}`)
  const finish = () => {
    setRecoveryCodes([])
    begin.reset()
    onChanged()
  }
  return (
    <ViewFrame
      title={t('Two-step verification')}
      lead={t(
        'When you log in, you enter your password and a code from an app on your phone. A stolen password alone is not enough to get in.',
      )}
    >
      <section
        ref={card}
        tabIndex={-1}
        className={`${box.card} ${classes.card}`}
        aria-label={t('Two-step verification')}
      >
        {begin.isError ? <ProblemNotice problem={serverError(begin.error)} /> : null}
        {isDone ? <RecoveryCodes codes={recoveryCodes} onDone={finish} /> : null}
        {!isDone && begin.data ? (
          <>
            <SetUpApp setUp={begin.data} />
            <ConfirmCode proof={begin.data.proof} onConfirmed={setRecoveryCodes} />
          </>
        ) : null}
        {!isDone && !begin.data ? (
          <>
            <State hasSecondFactor={session.hasSecondFactor} />
            <div className={classes.actions}>
              <Button busy={begin.isPending} onClick={() => begin.mutate()}>
                {session.hasSecondFactor ? t('Set up another phone') : t('Set up')}
              </Button>
            </div>
          </>
        ) : null}
      </section>
    </ViewFrame>
  )
}

function State({ hasSecondFactor }: { readonly hasSecondFactor: boolean }) {
  if (!hasSecondFactor) return <Notice tone="info" title={t('Two-step verification is off.')} />
  return (
    <Notice tone="success" title={t('Two-step verification is on.')}>
      <p>{t('If you set it up again, your current app codes and recovery codes stop working.')}</p>
    </Notice>
  )
}

interface ConfirmCodeProps {
  readonly proof: string
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void
}

const currentPassword = {
  password: password(
    {
      id: 'second-factor-password',
      label: t(adminConsoleTexts.currentPassword),
      required: true,
      autoComplete: 'current-password',
    },
    filled(credentialTexts.currentPasswordRequired),
  ),
}
const fields = { code: codeField('second-factor-code'), ...currentPassword }

/** It takes the password, too: a browser left open must not be enough to lock its owner out. */
function ConfirmCode({ proof, onConfirmed }: ConfirmCodeProps) {
  const { form, onSubmit, refuse } = useForm(fields, { hasNoSummary: true })
  const confirm = useMutation({
    mutationFn: async (typed: { password: string; code: string }) =>
      await send(confirmSecondFactor, { body: { ...typed, proof } }),
    onSuccess: (reply) => {
      if (reply.status === 'Success') return onConfirmed(reply.recoveryCodes)
      const isPassword = reply.description === adminSignInTexts.currentPasswordWrong
      refuse([
        isPassword
          ? { field: 'password', message: t('{description}!', { description: t(reply.description) }) }
          : { field: 'code', message: reply.description },
      ])
    },
  })
  return (
    <form noValidate className={classes.codes} onSubmit={onSubmit((typed) => confirm.mutate(typed))}>
      {confirm.isError ? <ProblemNotice problem={serverError(confirm.error)} /> : null}
      <CodeField required inputMode="numeric" {...form.input('code')} />
      <Fields form={form} of={currentPassword} />
      <div className={classes.actions}>
        <Button type="submit" busy={confirm.isPending}>
          {t('Confirm')}
        </Button>
      </div>
    </form>
  )
}
