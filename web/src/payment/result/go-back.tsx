import { paymentTexts } from '@portal/contract/payments'
import { paths } from '#paths.ts'
import { ButtonLink, type Look } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { usePayer } from './use-payer.ts'

/** Go Back (A§4, C§2.8): to the console for an administrator, to Pay Now for a guest, to the dashboard otherwise. */
export function GoBack({ look = 'secondary' }: { readonly look?: Look }) {
  const payer = usePayer()
  const button = { look, icon: <BackIcon />, children: paymentTexts.goBack }
  if (payer === 'admin') return <ButtonLink {...button} to={paths.adminDashboard} search={{ view: 'phoned-in' }} />
  return <ButtonLink {...button} to={payer === 'guest' ? paths.payNow : paths.dashboard} />
}
