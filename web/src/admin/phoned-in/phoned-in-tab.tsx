import { phonedInTexts } from '@portal/contract/phoned-in-texts'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#paths.ts'
import { paymentInFlight } from '#payment/payment-memory.ts'
import { Steps } from '#ui/steps.tsx'
import { useScrollToTop } from '#ui/use-scroll-to-top.ts'
import type { ConsoleViewProps } from '../console-view.ts'
import { ViewFrame } from '../view-frame.tsx'
import { CartStep } from './cart-step.tsx'
import classes from './phoned-in.module.css'
import { SearchStep } from './search-step.tsx'
import { useLookUp, usePhonedIn } from './use-phoned-in.ts'

const leads = {
  search: 'Search every account the caller wants to pay, and put the ones to pay into the cart.',
  cart: 'Read the amounts back to the caller before you take the card.',
} as const

/** Phoned-In Bill Payments (A§2): a clerk takes a card payment from somebody on the phone, in two steps. */
export function PhonedInTab({ session }: ConsoleViewProps) {
  // Read only as the tab opens: the outcome of a payment made in this very tab is handled where it was made.
  const [unanswered] = useState(paymentInFlight)
  // The page was reloaded during a payment. Its outcome comes before another cart to pay from (R18, R19).
  if (unanswered?.as === 'admin') {
    return <Navigate to={paths.paymentResult} search={{ key: unanswered.key, by: 'admin' }} replace />
  }
  return <SteppedFlow key={session.id} adminId={session.id} />
}

function SteppedFlow({ adminId }: { readonly adminId: number }) {
  const [state, change] = usePhonedIn(adminId)
  const lookUp = useLookUp(state.asked)
  const { step } = state
  const Step = step === 'cart' ? CartStep : SearchStep
  useScrollToTop(step)
  return (
    // Keyed by step, so that the heading of each takes the focus.
    <ViewFrame key={step} title={phonedInTexts.title} lead={leads[step]}>
      <div className={classes.flow}>
        <Steps label={phonedInTexts.title} names={phonedInTexts.steps} current={step === 'cart' ? 1 : 0} />
        <Step adminId={adminId} state={state} change={change} lookUp={lookUp} />
      </div>
    </ViewFrame>
  )
}
