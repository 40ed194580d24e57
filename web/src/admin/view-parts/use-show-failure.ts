import { asProblem } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import type { Refuse } from '#ui/form/use-checked-form.ts'
import { serverError } from './server-error.ts'

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
