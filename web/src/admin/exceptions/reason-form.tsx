import { exceptionsTexts, longestReason } from '@portal/contract/exceptions-texts'
import { Why } from '@portal/contract/reason'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { ProblemNotice } from '#api/problem-notice.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { TextAreaField } from '#ui/form/field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { t } from '#ui/text/t.ts'
import layout from '#ui/form/form-layout.module.css'

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

const fieldIds = { why: 'exception-why' } as const
const check = checkBySchema(z.object({ why: Why }))

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
  const checked = useCheckedForm({ initialValues: { why: '' }, check, fieldIds, hasNoSummary: true })
  const submit = checked.onSubmit(({ why }) => onSubmit(Why.parse(why)))
  return (
    <form noValidate className={layout.form} onSubmit={submit}>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <p>{asks}</p>
      <div className={layout.fields}>
        {children}
        <TextAreaField
          id={fieldIds.why}
          label={isEvidence ? t(exceptionsTexts.evidence) : t(exceptionsTexts.why)}
          hint={isEvidence ? t(exceptionsTexts.evidenceHint) : t(exceptionsTexts.whyHint)}
          required
          rows={3}
          longest={longestReason}
          {...checked.form.getInputProps('why')}
        />
      </div>
      <Button type="submit" wide busy={isPending}>
        {button}
      </Button>
    </form>
  )
}
