import { exceptionsTexts, longestReason } from '@portal/contract/exceptions-texts'
import { Why } from '@portal/contract/reason'
import type { ReactNode } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { Button } from '#ui/button/button.tsx'
import { area, Fields } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
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

const fields = {
  why: area({ id: 'exception-why', label: null, required: true, rows: 3, longest: longestReason }, rule(Why)),
}
const evidence = {
  label: t(exceptionsTexts.evidence),
  hint: t(
    'For example, the transaction in the gateway’s console, an email or a call. Kept permanently. Do not include card numbers.',
  ),
}
const reason = { label: t(exceptionsTexts.why), hint: t('Kept permanently. Do not include card numbers.') }

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
  const checked = useForm(fields, { hasNoSummary: true })
  return (
    <form noValidate className={layout.form} onSubmit={checked.onSubmit(({ why }) => onSubmit(Why.parse(why)))}>
      {problem ? <ProblemNotice problem={problem} /> : null}
      <p>{asks}</p>
      <div className={layout.fields}>
        {children}
        <Fields form={checked.form} of={fields} extra={{ why: isEvidence ? evidence : reason }} />
      </div>
      <Button type="submit" wide busy={isPending}>
        {button}
      </Button>
    </form>
  )
}
