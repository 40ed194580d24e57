import { formatInstant } from '@portal/contract/dates'
import type { TransactionLog } from '@portal/contract/one-payment'
import { usePortalStart } from '#api/portal-start.tsx'
import { LineBreaks } from '../view-parts/line-breaks.tsx'
import classes from './log-lines.module.css'

/** Something that happened to a payment, in plain words. */
export type LogLine = TransactionLog['payeezy_response'][number]

/** The history of a payment, each line with its time, in the given order. */
export function LogLines({ lines }: { readonly lines: readonly LogLine[] }) {
  const { profile } = usePortalStart()
  return (
    <ol className={classes.lines}>
      {lines.map(({ at, text }, index) => (
        // The same attempt may be logged twice at the same time.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>
          <time dateTime={at}>{formatInstant(profile.timeZone, at)}</time>
          <p>
            <LineBreaks>{text}</LineBreaks>
          </p>
        </li>
      ))}
    </ol>
  )
}
