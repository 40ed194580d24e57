import { type PaymentStanding, paymentStandings } from '@portal/contract/reports-texts'
import { AlertIcon, BackIcon, CheckIcon, ClockIcon, CrossIcon } from '#ui/icons.tsx'
import classes from './standing.module.css'

const icons: Readonly<Record<PaymentStanding, typeof CheckIcon>> = {
  paid: CheckIcon,
  declined: CrossIcon,
  notCharged: AlertIcon,
  beingConfirmed: ClockIcon,
  givenBack: BackIcon,
}

/** The outcome of a payment: icon, word and color. */
export function Standing({ standing }: { readonly standing: PaymentStanding }) {
  const Icon = icons[standing]
  return (
    <span className={classes.standing} data-standing={standing}>
      <Icon size={16} />
      {paymentStandings[standing]}
    </span>
  )
}
