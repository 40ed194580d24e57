import { phonedInTexts } from '@portal/contract/phoned-in'
import { usePortalStart } from '#api/portal-start.tsx'
import { UnansweredFirst } from '#payment/sending/unanswered-first.tsx'
import { Steps } from '#ui/page/wizard-frame.tsx'
import { t } from '#ui/text/t.ts'
import type { ConsoleViewProps } from '../console-view.ts'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { CartStep } from './cart-step.tsx'
import { SearchStep } from './search-step.tsx'
import { useLookUp, usePhonedIn } from './use-phoned-in.ts'
import classes from './phoned-in.module.css'

const leads = {
  search: t('Find each account the caller wants to pay and add it to the cart.'),
  cart: t('Read the amounts back to the caller before you take the card number.'),
} as const

/** Phoned-In Bill Payments (A§2): a clerk takes a caller’s card payment, in two steps (R27). */
export function PhonedInTab({ session }: ConsoleViewProps) {
  return (
    <UnansweredFirst of="admin">
      <SteppedFlow key={session.id} adminId={session.id} />
    </UnansweredFirst>
  )
}

function SteppedFlow({ adminId }: { readonly adminId: number }) {
  const [state, change] = usePhonedIn(adminId)
  const lookUp = useLookUp(state.asked)
  const { step } = state
  const { bankPayments } = usePortalStart().profile
  const lead = bankPayments ? `${leads[step]} ${t(phonedInTexts.cardsOnly)}` : leads[step]
  const Step = step === 'cart' ? CartStep : SearchStep
  return (
    // Keyed by step, so that the heading of each takes the focus, at the top.
    <ViewFrame key={step} title={t(phonedInTexts.title)} lead={lead}>
      <div className={classes.flow}>
        <Steps label={t(phonedInTexts.title)} names={phonedInTexts.steps} current={step === 'cart' ? 1 : 0} />
        <Step adminId={adminId} state={state} change={change} lookUp={lookUp} />
      </div>
    </ViewFrame>
  )
}
