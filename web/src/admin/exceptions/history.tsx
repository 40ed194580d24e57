import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { type TransactionLog, searchTransactionLogs } from '@portal/contract/one-payment'
import { useQuery } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { type LogLine, LogLines } from '../payments/log-lines.tsx'
import { exceptionsKey } from '../payments/use-exception-count.ts'
import { Retry } from '../view-parts/retry.tsx'
import classes from './exceptions.module.css'

/** The history of a payment in plain words, oldest first. */
export function History({ payment }: { readonly payment: number }) {
  const log = useQuery({
    queryKey: [exceptionsKey, 'history', payment],
    queryFn: async ({ signal }) =>
      (
        await send(searchTransactionLogs, {
          body: { overallId: payment, pay_date_start: '', pay_date_end: '' },
          signal,
        })
      ).result,
  })
  const lines = log.data?.[0] ? linesOf(log.data[0]) : []
  return (
    <section className={classes.list} aria-labelledby="exception-history">
      <h3 id="exception-history">{exceptionsTexts.history}</h3>
      {log.isError && !log.data ? <Retry error={log.error} onTryAgain={log.refetch} /> : null}
      {log.isPending ? <Loading what="Loading the history" /> : null}
      {log.isSuccess && lines.length === 0 ? <p className={classes.empty}>{exceptionsTexts.noHistory}</p> : null}
      <LogLines lines={lines} />
    </section>
  )
}

/** Merges the seven entries of the log by time; lines of the same time keep the order of the entries. */
function linesOf(log: TransactionLog): LogLine[] {
  return Object.values(log)
    .flatMap((entry) => (typeof entry === 'number' ? [] : entry))
    .toSorted((one, other) => one.at.localeCompare(other.at))
}
