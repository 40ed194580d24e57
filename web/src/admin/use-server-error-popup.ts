import { asProblem } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { serverError } from './server-error.ts'

/**
 * Shows the popup 'Server Error!' for a call without a reply (A§8).
 * @returns a function that takes the error and says whether it did; a refusal is for the form to show
 */
export function useServerErrorPopup(): (error: unknown) => boolean {
  const popup = usePopup()
  return (error) => {
    const { isUncertain } = asProblem(error)
    if (isUncertain) popup.show({ kind: 'danger', message: serverError(error).message })
    return isUncertain
  }
}
