import { useMutation } from '@tanstack/react-query'
import { asProblem } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { signOut } from '#session/sign-out.ts'

/**
 * Log Out (C§2.5): ends the session at the server; when it cannot be asked, the customer must know that it lives on.
 */
export function LogOutButton() {
  const popup = usePopup()
  const leave = useMutation({
    networkMode: 'always',
    mutationFn: async () => await signOut(),
    onError: (error) => popup.show({ kind: 'danger', message: asProblem(error).message }),
  })
  return (
    <button type="button" aria-busy={leave.isPending || undefined} onClick={() => leave.mutate()}>
      Log Out
    </button>
  )
}
