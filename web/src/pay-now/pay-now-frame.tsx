import { payNowTexts } from '@portal/contract/pay-now'
import type { ComponentProps } from 'react'
import { WizardFrame } from '#ui/page/wizard-frame.tsx'

/** The frame of a step of Pay Now. */
export function PayNowFrame(props: Omit<ComponentProps<typeof WizardFrame>, 'wizard' | 'steps'>) {
  return <WizardFrame {...props} wizard="Pay Now" steps={payNowTexts.steps} />
}
