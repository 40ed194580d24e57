import { type RefObject, useRef } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import type { MountedCard } from './stripe.ts'

/** The gateway's frame in a form: null until it begins to load; the card is null when it does not come. */
export type CardFrame = RefObject<Promise<MountedCard | null> | null>

/** Null where cards are typed into a form of ours. */
export function useCardFrame(): CardFrame | null {
  const { cardFrame } = usePortalStart()
  const frame: CardFrame = useRef(null)
  return cardFrame ? frame : null
}
