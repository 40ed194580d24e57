import { Why } from '@portal/contract/money-desk'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { ProblemNotice } from '#payment/problem-notice.tsx'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/field.tsx'
import layout from '#ui/form-layout.module.css'

interface ReasonFormProps {
  /** What is about to happen. */
  readonly asks: ReactNode
  /** The reason is evidence of something that happened elsewhere. */
  readonly isEvidence?: boolean
  /** Further fields, before the reason. */
  readonly children?: ReactNode
  readonly button: string
  readonly isPending: boolean
  readonly problem: ApiProblem | null
  /** Called with the reason once it is valid. */
  readonly onSubmit: (why: string) => void
}

/** Asks for a reason, without which nothing is done about money. */
export function ReasonForm({
  asks,
  isEvidence = false,
  children,
  button,
  isPending,
  problem,
  onSubmit,
}: ReasonFormProps) {
  const [why, setWhy] = useState('')
  const [attempted, setAttempted] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const checked = Why.safeParse(why)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setAttempted(true)
    if (isPending) return
    if (checked.success) onSubmit(checked.data)
    else field.current?.focus()
  }
  return (
    <form noValidate className={layout.form} onSubmit={submit}>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <p>{asks}</p>
      <div className={layout.fields}>
        {children}
        <TextAreaField
          ref={field}
          label={isEvidence ? moneyDeskTexts.evidence : moneyDeskTexts.why}
          hint={isEvidence ? moneyDeskTexts.evidenceHint : moneyDeskTexts.whyHint}
          required
          rows={3}
          maxLength={500}
          value={why}
          error={attempted && !checked.success ? checked.error.issues[0]?.message : null}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" wide busy={isPending}>
        {button}
      </Button>
    </form>
  )
}
