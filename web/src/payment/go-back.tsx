import { paymentTexts } from '@portal/contract/payments'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { usePayer } from './use-payer.ts'

/** Go Back (C§2.8): to Pay Now for a guest, to the dashboard otherwise. */
export function GoBack() {
  const payer = usePayer()
  return (
    <ButtonLink to={payer === 'guest' ? paths.payNow : paths.dashboard} look="secondary" icon={<BackIcon />}>
      {paymentTexts.goBack}
    </ButtonLink>
  )
}
