import { formatInstant } from '@portal/contract/dates'
import { searchTransactionLogs } from '@portal/contract/one-payment'
import { logEntries, reportsTexts } from '@portal/contract/reports-texts'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { usePortalStart } from '#session/portal-start.tsx'
import { Asked } from '../asked.tsx'
import classes from '../payment-dialog.module.css'

type Entry = keyof typeof logEntries

const entries = Object.keys(logEntries).filter((name): name is Entry => name in logEntries)

/** What happened to a payment, in plain words under its seven entries (A§3 Transaction log). */
export function TransactionLog({ paymentId }: { readonly paymentId: number }) {
  const { profile } = usePortalStart()
  const log = useQuery({
    queryKey: ['transaction-log', paymentId],
    queryFn: async ({ signal }) =>
      (await send(searchTransactionLogs, { body: { overallId: paymentId }, signal })).result,
    networkMode: 'always',
  })
  return (
    <Asked query={log} what="Loading the transaction log" empty={reportsTexts.noLog}>
      {([found]) => (
        <ol className={classes.log}>
          {entries.map((entry) => (
            <li key={entry}>
              <h3>{logEntries[entry]}</h3>
              {found?.[entry].length ? (
                <ul>
                  {found[entry].map(({ at, text }, index) => (
                    // The same may be tried twice in one moment.
                    // oxlint-disable-next-line react/no-array-index-key
                    <li key={index}>
                      <time dateTime={at}>{formatInstant(profile.timeZone, at)}</time>
                      <p>{text}</p>
                    </li>
                  ))}
                </ul>
              ) : (
                <p className={classes.muted}>Nothing yet.</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Asked>
  )
}
