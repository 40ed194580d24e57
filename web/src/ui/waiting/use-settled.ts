import { useEffect, useState } from 'react'

/** How long a text must stay unchanged before a screen reader announces it, in milliseconds. */
const quiet = 500

/** Returns a text once it has not changed for a moment, for what a screen reader announces. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), quiet)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
