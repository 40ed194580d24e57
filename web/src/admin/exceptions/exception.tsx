import { formatInstant } from '@portal/contract/dates'
import type { ExceptionDetails } from '@portal/contract/exceptions'
import { billingStatuses, exceptionReasons, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { type TransactionLog, searchTransactionLogs } from '@portal/contract/one-payment'
import { staffStatuses } from '@portal/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { ApiProblem } from '#api/problem.ts'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { type Column, ListTable } from '../lists/list-table.tsx'
import { exceptionSearch, exceptionsKey } from '../payments/exception-count.tsx'
import { type LogLine, dollarsOf, LogLines, paidWith } from '../payments/payment-parts.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import { ApprovalRequests } from './approval-requests.tsx'
import { PaymentDiscrepancies } from './discrepancies.tsx'
import { Disputes } from './disputes.tsx'
import { Actions } from './resolve-exception.tsx'
import { useException } from './use-exceptions.ts'
import classes from './exceptions.module.css'

/** One payment: why it is an exception, what can be done, and its history. */
export function PaymentView({ id }: { readonly id: number }) {
  const found = useException(id)
  const isUnknown = !found.data && isNotFound(found.error)
  return (
    <div className={classes.page}>
      {isUnknown ? null : (
        <div className={classes.back} data-no-print>
          <BackToList look="quiet" />
        </div>
      )}
      {found.isError && !found.data ? <NotRead found={found} /> : null}
      {found.isPending ? <Loading what={t('Loading the payment')} rows={6} /> : null}
      {found.data ? <Found payment={found.data} /> : null}
    </div>
  )
}

function BackToList({ look }: { readonly look: 'primary' | 'quiet' }) {
  return (
    <ButtonLink look={look} icon={<BackIcon />} to={paths.adminDashboard} search={exceptionSearch()}>
      {t('Back to the list')}
    </ButtonLink>
  )
}

/** Where no payment is, trying again finds none either: only the way back helps. */
function NotRead({ found }: { readonly found: ReturnType<typeof useException> }) {
  const { error } = found
  if (isNotFound(error)) return <ProblemNotice problem={error} actions={<BackToList look="primary" />} />
  return <Retry error={error} onTryAgain={found.refetch} />
}

function isNotFound(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.name === 'payment-not-found'
}

function Found({ payment }: { readonly payment: ExceptionDetails }) {
  return (
    <article className={classes.payment} aria-labelledby="exception-payment">
      <h2 id="exception-payment">{t('Payment {number}', { number: payment.receipt || payment.reference })}</h2>
      {payment.reasons.map((reason) => (
        <Notice key={reason} tone="warning" title={t(exceptionReasons[reason].name)}>
          <p>{t(exceptionReasons[reason].meaning)}</p>
          {reason === 'resolutionDoubted' ? <p>{payment.doubt}</p> : null}
        </Notice>
      ))}
      <PaymentDiscrepancies discrepancies={payment.discrepancies} />
      {payment.reasons.length === 0 && payment.discrepancies.length === 0 ? (
        <NothingWaits status={payment.status} />
      ) : null}
      <Actions payment={payment} />
      <Disputes disputes={payment.disputes} />
      <ApprovalRequests requests={payment.approvalRequests} />
      <Facts payment={payment} />
      <Accounts payment={payment} />
      <History payment={payment.id} />
    </article>
  )
}

/** Until the gateway has confirmed a refund, it may still need a person. */
function NothingWaits({ status }: Pick<ExceptionDetails, 'status'>) {
  if (status !== 'refunding') return <Notice tone="success" title={t(exceptionsTexts.noAction)} />
  return (
    <Notice tone="info" title={t(staffStatuses.refunding)}>
      <p>
        {t(
          'The gateway has not confirmed this refund yet. If it has not within an hour, this payment is listed as an exception.',
        )}
      </p>
    </Notice>
  )
}

function Facts({ payment }: { readonly payment: ExceptionDetails }) {
  const { profile } = usePortalStart()
  return (
    <div className={classes.facts}>
      <DescriptionList
        items={[
          { term: t('Amount'), value: dollarsOf(payment.amount) },
          { term: t('Status'), value: t(staffStatuses[payment.status]) },
          { term: t('Date'), value: formatInstant(profile, payment.paidAt) },
          { term: payment.brand === null ? t('Bank account') : t('Card'), value: paidWith(payment) },
          { term: t('Mode'), value: payment.mode },
          { term: t('Reference'), value: payment.reference, copy: payment.reference },
        ]}
      />
    </div>
  )
}

const accountColumns: readonly Column<ExceptionDetails['accounts'][number]>[] = [
  { name: t('Account'), kind: 'head', value: ({ accountId }) => accountId },
  { name: t('Receipt'), value: ({ receipt }) => receipt },
  {
    name: t('Billing system'),
    value: ({ billing, billingAnswer }) =>
      billingAnswer ? `${t(billingStatuses[billing])}: ${billingAnswer}` : t(billingStatuses[billing]),
  },
  { name: t('Amount'), kind: 'amount', value: ({ amount }) => dollarsOf(amount) },
]

function Accounts({ payment }: { readonly payment: ExceptionDetails }) {
  return (
    <section className={classes.list} aria-labelledby="exception-accounts">
      <h3 id="exception-accounts">{t(exceptionsTexts.accounts)}</h3>
      <ListTable
        look="framed"
        aria-labelledby="exception-accounts"
        columns={accountColumns}
        rows={payment.accounts}
        keyOf={({ accountId }) => accountId}
      />
    </section>
  )
}

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
      <h3 id="exception-history">{t(exceptionsTexts.history)}</h3>
      {log.isError && !log.data ? <Retry error={log.error} onTryAgain={log.refetch} /> : null}
      {log.isPending ? <Loading what={t('Loading the history')} /> : null}
      {log.isSuccess && lines.length === 0 ? <p className={classes.muted}>{t('No history yet.')}</p> : null}
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
