import { paymentTexts } from '@portal/contract/payments'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { usePayer } from './use-payer.ts'

/** Go Back (A§4, C§2.8): to the console for an administrator, to Pay Now for a guest, to the dashboard otherwise. */
export function GoBack() {
  const payer = usePayer()
  const look = { look: 'secondary', icon: <BackIcon />, children: paymentTexts.goBack } as const
  if (payer === 'admin') return <ButtonLink {...look} to={paths.adminDashboard} search={{ view: 'phoned-in' }} />
  return <ButtonLink {...look} to={payer === 'guest' ? paths.payNow : paths.dashboard} />
}
