import { useState } from 'react'

/**
 * Copies a text when asked to, and says whether that has happened. The browser may refuse access to the clipboard, and
 * offers none without `https`. Then nothing happens, and the text can still be selected.
 */
export function useCopy(text: string): { copied: boolean; copy: () => void; forget: () => void } {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return { copied, copy: () => void copy(), forget: () => setCopied(false) }
}
