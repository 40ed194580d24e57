import type { ReactNode } from 'react'
import { HiddenText } from './hidden-text.tsx'
import { AlertIcon } from './icons.tsx'

/** The content of an error message at a field: an icon, the word 'Error' for screen readers, and the message. */
export function errorText(error: ReactNode): ReactNode {
  if (!error) return null
  return (
    <>
      <AlertIcon size={18} />
      <span>
        <HiddenText>Error: </HiddenText>
        {error}
      </span>
    </>
  )
}
