import { asProblem } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { serverError } from './server-error.ts'

/**
 * Says by the danger popup 'Server Error!' that a call did not come back (A§8); what was typed for it stays. Tells
 * whether it was that: a refusal is for the form to show.
 */
export function useTellLost(): (error: unknown) => boolean {
  const popup = usePopup()
  return (error) => {
    const { isUncertain } = asProblem(error)
    if (isUncertain) popup.show({ kind: 'danger', message: serverError(error).message })
    return isUncertain
  }
}
