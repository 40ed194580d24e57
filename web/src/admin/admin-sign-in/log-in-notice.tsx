import { adminConsoleTexts } from '@portal/contract/console-texts'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import type { Answer } from './ask-to-log-in.ts'

/**
 * The messages of the login: errors (A§2, A§8), the wait after too many attempts, and success before the console opens.
 */
export function LogInNotice({ answer }: { readonly answer: Answer | null }) {
  if (answer?.kind === 'success') return <Notice tone="success" role="status" title={t(signInTexts.success)} />
  if (answer?.kind === 'problem') return <ProblemNotice problem={answer.problem} />
  if (answer?.kind === 'refused') return <Notice tone="error" role="alert" title={answer.message} />
  if (answer?.kind !== 'unreachable') return null
  return (
    <Notice tone="error" role="alert" title={t(adminConsoleTexts.serverError)}>
      {answer.detail ? <p>{t(answer.detail)}</p> : null}
    </Notice>
  )
}
