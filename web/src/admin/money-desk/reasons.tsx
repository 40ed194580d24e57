import { type AttentionReason, attentionReasons } from '@portal/contract/money-desk-texts'
import { AlertIcon } from '#ui/icons.tsx'
import classes from './money-desk.module.css'

/** The reasons why a payment needs attention, in a word or two each. */
export function Reasons({ reasons }: { readonly reasons: readonly AttentionReason[] }) {
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason) => (
        <li key={reason}>
          <AlertIcon size={16} />
          {attentionReasons[reason].name}
        </li>
      ))}
    </ul>
  )
}
