import { useState } from 'react'
import { asProblem } from '#api/send.ts'
import { TextButton } from '#ui/text-button.tsx'
import { usePopup } from './popup.tsx'
import { signOut } from './sign-out.ts'

/** Log Out (C§2.5): ends the session here and in the other tabs of this browser, and goes to `/`. */
export function LogOutButton() {
  const popup = usePopup()
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    if (isLeaving) return
    setLeaving(true)
    try {
      await signOut()
    } catch (error) {
      // Still signed in: nobody may walk away from the screen believing otherwise.
      popup.show({ kind: 'danger', message: asProblem(error).message })
      setLeaving(false)
    }
  }
  return <TextButton onClick={() => void leave()}>Log Out</TextButton>
}
