import { adminConsoleTexts } from '@portal/contract/console-texts'
import { ApiProblem } from '#api/problem.ts'
import { asProblem } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import type { Refuse } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'

/**
 * Words a failure as the console does: without a reply it is 'Server Error!' (A§8), while a refusal keeps its own text.
 */
export function serverError(error: unknown): ApiProblem {
  const problem = asProblem(error)
  if (!problem.isUncertain) return problem
  const { name, detail, requestId } = problem
  return new ApiProblem({ name, detail, requestId, message: t(adminConsoleTexts.serverError) })
}

/**
 * What a form shows above its fields when its call has failed: nothing if the fields themselves say what is wrong, or
 * if no reply came, which a popup says.
 */
export function problemInForm(error: Error | null): ApiProblem | null {
  const problem = error ? asProblem(error) : null
  return problem && problem.errors.length === 0 && !problem.isUncertain ? problem : null
}

/**
 * Makes the handler of a failed call: without a reply it shows the popup 'Server Error!' (A§8), and refusals of fields
 * at these fields. Anything else is for the form to show.
 */
export function useShowFailure(refuse?: Refuse): (error: Error) => void {
  const popup = usePopup()
  return (error) => {
    const { errors, isUncertain } = asProblem(error)
    refuse?.(errors)
    if (isUncertain) popup.show({ kind: 'danger', message: serverError(error).message })
  }
}
