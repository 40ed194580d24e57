import { paymentTexts } from '@portal/contract/payments'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { isPayNowVisit } from './payment-memory.ts'

/** Go Back (C§2.8): to Pay Now for a guest, home for everybody else. */
export function GoBack() {
  return (
    <ButtonLink to={isPayNowVisit() ? paths.payNow : paths.home} look="secondary" icon={<BackIcon />}>
      {paymentTexts.goBack}
    </ButtonLink>
  )
}
