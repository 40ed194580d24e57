import { formatInstant } from '@portal/contract/dates'
import type { TransactionLog } from '@portal/contract/one-payment'
import { usePortalStart } from '#session/portal-start.tsx'
import classes from './log-lines.module.css'

/** Something that happened to a payment, in plain words. */
export type LogLine = TransactionLog['payeezy_response'][number]

/** What happened to a payment, each with its time, in the order given. */
export function LogLines({ lines }: { readonly lines: readonly LogLine[] }) {
  const { profile } = usePortalStart()
  return (
    <ol className={classes.lines}>
      {lines.map(({ at, text }, index) => (
        // The same may be tried twice in one moment.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <time dateTime={at}>{formatInstant(profile.timeZone, at)}</time>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
