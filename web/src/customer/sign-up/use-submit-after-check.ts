import { useEffect, useRef } from 'react'

/**
 * Remembers that Submit was pressed while the username was being checked, and submits the form when it is known whether
 * the name is taken. Whoever presses Submit right after typing the username starts the check by that very press, because
 * the field loses the focus first (C§2.3).
 */
export function useSubmitAfterCheck(username: { readonly isChecking: boolean; readonly isAnswered: boolean }) {
  const { isChecking, isAnswered } = username
  const formRef = useRef<HTMLFormElement>(null)
  const isPressed = useRef(false)
  useEffect(() => {
    if (isChecking) return
    const isDue = isPressed.current && isAnswered
    isPressed.current = false
    if (isDue) formRef.current?.requestSubmit()
  }, [isChecking, isAnswered])
  return {
    formRef,
    onBlockedPress: () => {
      isPressed.current = true
    },
  }
}
