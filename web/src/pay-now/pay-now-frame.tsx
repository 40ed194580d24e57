import { payNowTexts } from '@portal/contract/pay-now'
import type { ComponentProps } from 'react'
import { WizardFrame } from '#ui/page/wizard-frame.tsx'
import { t } from '#ui/text/t.ts'

/** The frame of a step of Pay Now. */
export function PayNowFrame(props: Omit<ComponentProps<typeof WizardFrame>, 'wizard' | 'steps'>) {
  return <WizardFrame {...props} wizard={t('Pay Now')} steps={payNowTexts.steps} />
}
