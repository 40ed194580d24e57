import { searchTransactionLogs } from '@portal/contract/one-payment'
import { logEntries, reportsTexts } from '@portal/contract/reports-texts'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { LogLines } from '../payments/log-lines.tsx'
import { QueryList } from '../payments/query-list.tsx'
import classes from '../payments/payment-dialog.module.css'

type Entry = keyof typeof logEntries

const entries = Object.keys(logEntries).filter((name): name is Entry => name in logEntries)

/** The history of a payment in plain words, under its seven entries (A§3 Transaction log). */
export function TransactionLog({ paymentId }: { readonly paymentId: number }) {
  const log = useQuery({
    queryKey: ['transaction-log', paymentId],
    queryFn: async ({ signal }) =>
      (
        await send(searchTransactionLogs, {
          body: { overallId: paymentId, pay_date_start: '', pay_date_end: '' },
          signal,
        })
      ).result,
  })
  return (
    <QueryList query={log} what="Loading the transaction log" empty={reportsTexts.noLog}>
      {([found]) => (
        <ol className={classes.log}>
          {entries.map((entry) => (
            <li key={entry}>
              <h3>{logEntries[entry]}</h3>
              {found?.[entry].length ? (
                <LogLines lines={found[entry]} />
              ) : (
                <p className={classes.muted}>No entries yet.</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </QueryList>
  )
}
