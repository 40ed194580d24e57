import type { ReactNode } from 'react'
import { HiddenText } from './hidden-text.tsx'
import { AlertIcon } from './icons.tsx'

/** An error message as it stands at a field: icon, the word 'Error' for a screen reader, and the message. */
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
