import type { CardToken } from '@portal/contract/card'
import { type RefObject, useRef } from 'react'
import type { z } from 'zod'
import { usePortalStart } from '#api/portal-start.tsx'
import type { MountedCard } from './stripe.ts'

/** The gateway's frame for the card of a form, as the form sees it. */
export interface CardFrame {
  readonly mounted: RefObject<MountedCard | null>
  /** Whether what is typed there is complete. If not, the frame says what is missing. */
  readonly isComplete: () => Promise<boolean>
  /** Null when the frame says why there is none. */
  readonly makeToken: (holder: CardHolder) => Promise<z.input<typeof CardToken> | null>
}

interface CardHolder {
  readonly cardHolderName: string
  readonly billingZipCode: string
}

/** Null where cards are typed into a form of ours. */
export function useCardFrame(): CardFrame | null {
  const { cardFrame, profile } = usePortalStart()
  const mounted = useRef<MountedCard>(null)
  if (!cardFrame) return null
  return {
    mounted,
    isComplete: async () => {
      const card = await whenMounted(mounted)
      return card !== null && !(await card.elements.submit()).error
    },
    makeToken: async ({ cardHolderName, billingZipCode }) => {
      const card = mounted.current
      if (!card) return null
      // What the frame does not ask for must be handed over.
      const address = {
        postal_code: billingZipCode,
        country: 'US',
        city: '',
        state: profile.state,
        line1: '',
        line2: '',
      }
      const billing_details = { name: cardHolderName, email: '', phone: '', address }
      const { confirmationToken } = await card.stripe.createConfirmationToken({
        elements: card.elements,
        params: { payment_method_data: { billing_details } },
      })
      return confirmationToken ? { token: confirmationToken.id, cardHolderName, billingZipCode } : null
    },
  }
}

/** How long the gateway's script or frame may take before the page says that it does not come: frames can hang silently. */
export const longestLoad = 15_000

const pause = 100

/** Whoever presses before the frame has loaded waits for it; null when it does not come. */
async function whenMounted(mounted: RefObject<MountedCard | null>): Promise<MountedCard | null> {
  for (let waited = 0; !mounted.current && waited < longestLoad; waited += pause) {
    await new Promise((resume) => setTimeout(resume, pause))
  }
  return mounted.current
}
