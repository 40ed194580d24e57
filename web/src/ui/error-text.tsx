import type { ReactNode } from 'react'
import { HiddenText } from './hidden-text.tsx'
import { AlertIcon } from './icons.tsx'

/** The content of an error message at a field: an icon, the word 'Error' for screen readers, and the message. */
export function ErrorText({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <AlertIcon size={18} />
      <span>
        <HiddenText>Error: </HiddenText>
        {children}
      </span>
    </>
  )
}
