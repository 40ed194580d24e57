import { forgotTexts } from '@portal/contract/forgot-texts'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import classes from '#ui/form-layout.module.css'
import { useSinglePress } from '#ui/use-checked-form.ts'
import { flows } from './flows.ts'
import type { Forgotten } from './forgotten.ts'
import type { Recovery } from './identify-step.tsx'
import { isOutOfReach, problemInDialog } from './flow-problem.ts'

interface QuestionStepProps {
  readonly what: Forgotten
  readonly recovery: Recovery
  /** Called when the e-mail has been sent. */
  readonly onSent: (message: string) => void
  /** Called when this recovery has ended and another one may be started. */
  readonly onStartAgain: (message: string) => void
  readonly onMessage: (message: string) => void
}

/** Step 2: the security question, whose answer the server compares; or an e-mail without it (C§4, R8, WCAG 3.3.8). */
export function QuestionStep({ what, recovery, onSent, onStartAgain, onMessage }: QuestionStepProps) {
  const flow = flows[what]
  const [answer, setAnswer] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const once = useSinglePress()
  useEffect(() => field.current?.focus(), [])
  const ask = useMutation({
    mutationFn: async (given: { answer: string } | { emailInstead: true }) =>
      (await flow.answer({ personId: recovery.personId, ...given })).result,
    onSuccess: (result) => {
      if (result.status === 'Success') return onSent(result.description)
      if (!result.canTryAgain) return onStartAgain(result.description)
      setError(result.description)
      field.current?.focus()
    },
    onError: (caught) => {
      if (isOutOfReach(caught)) onMessage(flow.network)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (ask.isPending) return
    if (answer.trim() === '') {
      setError(forgotTexts.answerRequired)
      field.current?.focus()
    } else once(() => ask.mutate({ answer }))
  }
  const problem = problemInDialog(ask.error)
  const isMailing = ask.isPending && ask.variables !== undefined && 'emailInstead' in ask.variables
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <TextField
        ref={field}
        label={recovery.securityQuestion}
        hint="Capitals and punctuation do not matter."
        autoComplete="off"
        value={answer}
        error={error}
        onChange={(event) => {
          setAnswer(event.currentTarget.value)
          setError(null)
        }}
      />
      <div className={classes.actions}>
        <Button type="submit" wide busy={ask.isPending && !isMailing}>
          {ask.isPending && !isMailing ? 'Please wait...' : 'Submit'}
        </Button>
        <Button
          look="secondary"
          wide
          busy={isMailing}
          onClick={() => (ask.isPending ? undefined : once(() => ask.mutate({ emailInstead: true })))}
        >
          {isMailing ? 'Please wait...' : flow.instead}
        </Button>
      </div>
    </form>
  )
}
