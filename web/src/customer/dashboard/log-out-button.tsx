import { useMutation } from '@tanstack/react-query'
import { asProblem } from '#api/send.ts'
import { signOut } from '#session/leaving/sign-out.ts'
import { usePopup } from '#session/popup.tsx'

/** Log Out (C§2.5). If the server cannot be reached, the customer is told, because the session is still alive. */
export function LogOutButton() {
  const popup = usePopup()
  const leave = useMutation({
    mutationFn: async () => await signOut(),
    onError: (error) => popup.show({ kind: 'danger', message: asProblem(error).message }),
  })
  return (
    <button type="button" aria-busy={leave.isPending || undefined} onClick={() => leave.mutate()}>
      Log Out
    </button>
  )
}
