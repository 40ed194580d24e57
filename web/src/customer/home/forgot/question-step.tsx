import { forgotTexts } from '@portal/contract/forgot'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { Fields, text } from '#ui/form/fields.tsx'
import { useSinglePress } from '#ui/form/single-press.ts'
import { secret, useForm, written } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import { flows, type Forgotten, isOutOfReach, problemInDialog } from './flows.ts'
import type { Recovery } from './identify-step.tsx'
import classes from '#ui/form/form-layout.module.css'

const fields = {
  answer: secret(
    text(
      {
        id: 'forgot-answer',
        label: null,
        hint: t('Capital letters and punctuation don’t matter.'),
        autoComplete: 'off',
      },
      written(forgotTexts.answerRequired),
    ),
  ),
}

interface QuestionStepProps {
  readonly what: Forgotten
  readonly recovery: Recovery
  /** The email has been sent. */
  readonly onSent: (message: string) => void
  /** This recovery has ended and another one may be started. */
  readonly onStartAgain: (message: string) => void
  readonly onMessage: (message: string) => void
}

/** The server compares the answer; or an email without it (C§4, R8, WCAG 3.3.8). */
export function QuestionStep({ what, recovery, onSent, onStartAgain, onMessage }: QuestionStepProps) {
  const flow = flows[what]
  const { form, onSubmit, refuse } = useForm(fields, { hasNoSummary: true })
  const once = useSinglePress()
  useEffect(() => document.getElementById(fields.answer.id ?? '')?.focus(), [])
  const ask = useMutation({
    mutationFn: async (given: { answer: string } | { emailInstead: true }) =>
      (await flow.answer({ personId: recovery.personId, ...given })).result,
    onSuccess: (result) => {
      if (result.status === 'Success') return onSent(result.description)
      if (!result.canTryAgain) return onStartAgain(result.description)
      refuse([{ field: 'answer', message: result.description }])
    },
    onError: (caught) => {
      if (isOutOfReach(caught)) onMessage(flow.network)
    },
  })
  const submit = onSubmit((given) => (ask.isPending ? undefined : ask.mutate(given)))
  const problem = problemInDialog(ask.error)
  const isMailing = ask.isPending && ask.variables !== undefined && 'emailInstead' in ask.variables
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <Fields form={form} of={fields} extra={{ answer: { label: recovery.securityQuestion } }} />
      <div className={classes.actions}>
        <Button type="submit" wide busy={ask.isPending && !isMailing}>
          {ask.isPending && !isMailing ? t('Please wait...') : t('Submit')}
        </Button>
        <Button
          look="secondary"
          wide
          busy={isMailing}
          onClick={() => (ask.isPending ? undefined : once(() => ask.mutate({ emailInstead: true })))}
        >
          {isMailing ? t('Please wait...') : flow.instead}
        </Button>
      </div>
    </form>
  )
}
