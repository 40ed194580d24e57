import { exceptionLevels, refundAskLevels, type AdminLevel } from '@portal/contract/admin-levels'
import type { AccountNumber } from '@portal/contract/ids'
import { cancelLevels, searchTransactionLogs, logEntries } from '@portal/contract/one-payment'
import { type ReportRow, reportsTexts } from '@portal/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { AccountHistory } from '../payments/account-history.tsx'
import { exceptionSearch } from '../payments/exception-count.tsx'
import { LogLines, QueryList } from '../payments/payment-parts.tsx'
import { PaymentDetails } from './payment-details.tsx'
import classes from '../payments/payment-parts.module.css'

const AskedRefund = lazyComponent(async () => (await import('./ask-refund.tsx')).AskedRefund)
const AskForRefund = lazyComponent(async () => (await import('./ask-refund.tsx')).AskForRefund)

/** What the dialog shows. */
export type Shown = { readonly payment: ReportRow } & (
  | { readonly kind: 'details' | 'log' | 'refund' }
  | { readonly kind: 'history'; readonly account: AccountNumber }
)

interface PaymentDialogProps {
  /** The level of whoever is looking: those who may resolve a payment get a link to do so, others may ask them. */
  readonly level: AdminLevel
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
  readonly onClose: () => void
}

/** The details, log and account histories of a payment (A§2), in one dialog with links between them. */
export function PaymentDialog({ level, shown, onShow, onClose }: PaymentDialogProps) {
  const { payment, kind } = shown
  const back = (
    <Button look="secondary" onClick={() => onShow({ kind: 'details', payment })}>
      {t('Back to the payment')}
    </Button>
  )
  return (
    // Keyed, so that the focus starts at the top of each.
    <Dialog
      key={kind}
      open
      wide
      holdsForm={kind === 'refund'}
      title={titleOf(shown)}
      onClose={onClose}
      actions={
        kind === 'details' ? (
          <Button look="secondary" onClick={() => onShow({ kind: 'log', payment })}>
            {t(reportsTexts.log)}
          </Button>
        ) : (
          back
        )
      }
    >
      {kind === 'details' ? (
        <PaymentDetails
          payment={payment}
          mayCancel={cancelLevels.some((each) => each === level)}
          onHistory={(account) => onShow({ kind: 'history', payment, account })}
        >
          {exceptionLevels.some((each) => each === level) ? (
            <div>
              <ButtonLink look="secondary" to={paths.adminDashboard} search={exceptionSearch(payment.id)}>
                {t(reportsTexts.exceptions)}
              </ButtonLink>
            </div>
          ) : null}
          {refundAskLevels.some((each) => each === level) && wasCharged(payment) ? (
            <div className={classes.ask}>
              <Suspense>
                <AskedRefund paymentId={payment.id} onAsk={() => onShow({ kind: 'refund', payment })} />
              </Suspense>
            </div>
          ) : null}
        </PaymentDetails>
      ) : null}
      {kind === 'refund' ? (
        <Suspense>
          <AskForRefund paymentId={payment.id} onAsked={() => onShow({ kind: 'details', payment })} />
        </Suspense>
      ) : null}
      {kind === 'log' ? <TransactionLog paymentId={payment.id} /> : null}
      {kind === 'history' ? <AccountHistory account={shown.account} /> : null}
    </Dialog>
  )
}

function wasCharged({ status }: ReportRow): boolean {
  return status === 'paid' || status.startsWith('refund')
}

const titles = {
  details: reportsTexts.details,
  log: reportsTexts.log,
  refund: reportsTexts.askFinance,
} as const

function titleOf(shown: Shown): string {
  const { receipt_number: receipt, id } = shown.payment
  if (shown.kind === 'history') return `${t(reportsTexts.paymentHistory)}\u00A0– ${shown.account}`
  return `${t(titles[shown.kind])}\u00A0– ${receipt || t('payment {id}', { id })}`
}

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
    <QueryList query={log} what={t('Loading the transaction log')} empty={t(reportsTexts.noLog)}>
      {([found]) => (
        <ol className={classes.log}>
          {entries.map((entry) => (
            <li key={entry}>
              <h3>{t(logEntries[entry])}</h3>
              {found?.[entry].length ? (
                <LogLines lines={found[entry]} />
              ) : (
                <p className={classes.muted}>{t('No entries yet.')}</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </QueryList>
  )
}
