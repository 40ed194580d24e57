import { type ExceptionReason, exceptionReasons } from '@portal/contract/exceptions-texts'
import { AlertIcon } from '#ui/icons.tsx'
import classes from './exceptions.module.css'

/** The reasons why a payment is an exception, in a word or two each. */
export function Reasons({ reasons }: { readonly reasons: readonly ExceptionReason[] }) {
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason) => (
        <li key={reason}>
          <AlertIcon size={16} />
          {exceptionReasons[reason].name}
        </li>
      ))}
    </ul>
  )
}
