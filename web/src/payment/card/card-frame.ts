import type { BankHolder, BankToken } from '@portal/contract/bank-accounts'
import type { CardToken } from '@portal/contract/card'
import { type RefObject, useRef } from 'react'
import type { z } from 'zod'
import { usePortalStart } from '#api/portal-start.tsx'
import type { FormRule } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import type { MountedFrame } from './frame/port.ts'

/** The gateway's frame in a form: null until it begins to load; the card is null when it does not come. */
export type CardFrame = RefObject<Promise<MountedFrame | null> | null>

/** Null where cards are typed into a form of ours. */
export function useCardFrame(): CardFrame | null {
  const { cardFrame } = usePortalStart()
  const frame: CardFrame = useRef(null)
  return cardFrame ? frame : null
}

/** The card as calls take it; null when the frame says why there is none. */
export async function cardTokenOf(
  frame: CardFrame | null,
  { cardHolderName, billingZipCode }: Pick<z.input<typeof CardToken>, 'cardHolderName' | 'billingZipCode'>,
): Promise<z.input<typeof CardToken> | null> {
  const card = await frame?.current
  const token = await card?.makeToken({ name: cardHolderName, zip: billingZipCode })
  return token ? { token, cardHolderName, billingZipCode } : null
}

/** The bank account as calls take it; null when the frame says why there is none. */
export async function bankTokenOf(
  frame: CardFrame | null,
  { accountHolderName, holder }: { readonly accountHolderName: string; readonly holder: BankHolder },
): Promise<z.input<typeof BankToken> | null> {
  const account = await frame?.current
  const bankToken = await account?.makeToken({ name: accountHolderName, holder })
  return bankToken ? { bankToken, accountHolderName } : null
}

/** Of the frame, and of the card number where the card is typed into a form of ours. */
export const cardNumberId = 'card-number'
export const bankAccountId = 'bank-account'

/** Also when a bank's window was blocked, or closed too early. */
export const noBankAccount =
  'Choose your bank account. If your bank’s window was blocked or closed, open it again, or type the numbers of the account.'

/** What is missing in the frame stands in the error summary, too, with what is missing in the form around it. */
export function useFrameCheck(frame: CardFrame | null) {
  return useMissingInFrame(frame, {
    at: 'cardNumber',
    message: t('Please complete the card number, expiration date and CVV.'),
  })
}

/** As `useFrameCheck`, of a form that says itself what is missing there. */
export function useMissingInFrame<Field extends string>(
  frame: CardFrame | null,
  missing: { readonly at: Field; readonly message: string },
) {
  const isComplete = useRef(true)
  const isAsking = useRef(false)
  const rule: FormRule<Readonly<Record<Field, string>>> = {
    ...missing,
    isMet: () => frame === null || isComplete.current,
  }
  return {
    rule,
    /** Then checks the form around it; at once when there is no frame. */
    first: (submit: () => void) => {
      if (!frame) return submit()
      if (isAsking.current) return
      isAsking.current = true
      void frame.current?.then(async (card) => {
        isComplete.current = (await card?.isComplete()) ?? false
        isAsking.current = false
        submit()
      })
    },
  }
}
