import { formatInstant } from '@portal/contract/dates'
import type { DeskPayment } from '@portal/contract/money-desk'
import { attentionReasons, billingStandings, moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { paymentStandings } from '@portal/contract/reports-texts'
import type { RefObject } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { ApiProblem } from '#api/problem.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { useFocusFallback } from '#ui/use-focus-fallback.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { deskSearch } from '../payments/desk-link.ts'
import { dollarsOf } from '../payments/dollars-of.ts'
import { Retry } from '../view-parts/retry.tsx'
import { GiveBacks } from './give-backs.tsx'
import { History } from './history.tsx'
import { Moves } from './moves.tsx'
import { PaymentDiscrepancies } from './payment-discrepancies.tsx'
import { useDeskPayment } from './use-money-desk.ts'
import classes from './money-desk.module.css'

interface PaymentViewProps {
  readonly id: number
  readonly heading: RefObject<HTMLHeadingElement | null>
}

/** One payment: why it needs attention, what can be done, and its history. */
export function PaymentView({ id, heading }: PaymentViewProps) {
  const found = useDeskPayment(id)
  const isUnknown = !found.data && isNoSuchPayment(found.error)
  useFocusFallback(heading, found.isSuccess)
  return (
    <div className={classes.desk}>
      {isUnknown ? null : (
        <div className={classes.back} data-no-print>
          <BackToDesk look="quiet" />
        </div>
      )}
      {found.isError && !found.data ? <NotRead found={found} /> : null}
      {found.isPending ? <Loading what="Loading the payment" rows={6} /> : null}
      {found.data ? <Found payment={found.data} heading={heading} /> : null}
    </div>
  )
}

function BackToDesk({ look }: { readonly look: 'primary' | 'quiet' }) {
  return (
    <ButtonLink look={look} icon={<BackIcon />} to={paths.adminDashboard} search={deskSearch()}>
      {moneyDeskTexts.back}
    </ButtonLink>
  )
}

/** Where no payment is, trying again finds none either: only the way back helps. */
function NotRead({ found }: { readonly found: ReturnType<typeof useDeskPayment> }) {
  const { error } = found
  if (isNoSuchPayment(error)) return <ProblemNotice problem={error} actions={<BackToDesk look="primary" />} />
  return <Retry error={error} onTryAgain={found.refetch} />
}

function isNoSuchPayment(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.name === 'no-such-payment'
}

interface FoundProps extends Pick<PaymentViewProps, 'heading'> {
  readonly payment: DeskPayment
}

function Found({ payment, heading }: FoundProps) {
  return (
    <article className={classes.payment} aria-labelledby="desk-payment">
      <h2 ref={heading} id="desk-payment" tabIndex={-1}>
        Payment {payment.receipt || payment.reference}
      </h2>
      {payment.reasons.map((reason) => (
        <Notice key={reason} tone="warning" title={attentionReasons[reason].name}>
          <p>{attentionReasons[reason].meaning}</p>
        </Notice>
      ))}
      <PaymentDiscrepancies discrepancies={payment.discrepancies} />
      {payment.reasons.length === 0 && payment.discrepancies.length === 0 ? (
        <Notice tone="success" title={moneyDeskTexts.nothingToDo} />
      ) : null}
      <Moves payment={payment} />
      <GiveBacks payment={payment} />
      <Facts payment={payment} />
      <Accounts payment={payment} />
      <History payment={payment.id} />
    </article>
  )
}

function Facts({ payment }: { readonly payment: DeskPayment }) {
  const { profile } = usePortalStart()
  return (
    <div className={classes.facts}>
      <DescriptionList
        items={[
          { term: 'Amount', value: dollarsOf(payment.amount) },
          { term: 'State', value: paymentStandings[payment.standing] },
          { term: 'Date', value: formatInstant(profile.timeZone, payment.paidAt) },
          { term: 'Card', value: `${payment.brand} ${payment.lastFour}` },
          { term: 'Mode', value: payment.mode },
          { term: 'Reference', value: payment.reference, copy: payment.reference },
        ]}
      />
    </div>
  )
}

function Accounts({ payment }: { readonly payment: DeskPayment }) {
  return (
    <section className={classes.list} aria-labelledby="desk-accounts">
      <h3 id="desk-accounts">{moneyDeskTexts.accounts}</h3>
      <CardFrame>
        <Table className={classes.table} aria-labelledby="desk-accounts">
          <TableHead>
            <ColumnHead>Account</ColumnHead>
            <ColumnHead>Receipt</ColumnHead>
            <ColumnHead>Billing system</ColumnHead>
            <ColumnHead data-amount>Amount</ColumnHead>
          </TableHead>
          <TableBody>
            {payment.accounts.map(({ accountId, receipt, billing, said, amount }) => (
              <TableRow key={accountId}>
                <RowHead>{accountId}</RowHead>
                <Cell label="Receipt">{receipt}</Cell>
                <Cell label="Billing system">
                  {billingStandings[billing]}
                  {said ? `: ${said}` : ''}
                </Cell>
                <Cell data-amount>{dollarsOf(amount)}</Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </CardFrame>
    </section>
  )
}
