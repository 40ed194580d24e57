import { type ChangeEvent, type CompositionEvent, useRef, useState } from 'react'

/**
 * Lets an input method compose before a field makes something else of its text: a page that writes into a field
 * meanwhile breaks the composition.
 * @param take called with the input after each change, and once when a composition has ended
 */
export function useComposing(take: (input: HTMLInputElement, event: Event) => void) {
  const isComposing = useRef(false)
  const [composed, setComposed] = useState<string | null>(null)
  return {
    /** What has to stand in the field while an input method composes; null otherwise. */
    composed,
    handlers: {
      onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        if (isComposing.current) setComposed(currentTarget.value)
        else take(currentTarget, nativeEvent)
      },
      onCompositionStart: () => {
        isComposing.current = true
      },
      onCompositionEnd: ({ currentTarget, nativeEvent }: CompositionEvent<HTMLInputElement>) => {
        isComposing.current = false
        setComposed(null)
        take(currentTarget, nativeEvent)
      },
    },
  } as const
}
