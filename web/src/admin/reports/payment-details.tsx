import { returnWords } from '@portal/contract/bank-accounts'
import { billingStatuses } from '@portal/contract/exceptions-texts'
import type { AccountNumber } from '@portal/contract/ids'
import {
  type BankPayment,
  cancelForPayer,
  type IndividualPayment,
  readIndividualPayments,
  ReceiptAddress,
  returnReasons,
  sendReceipt,
} from '@portal/contract/one-payment'
import { type ReportRow, reportColumns, reportsTexts } from '@portal/contract/reports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { titles } from '#payment/receipt/receipt.ts'
import { Button, TextButton } from '#ui/button/button.tsx'
import { email, Fields } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { dollarsOf, QueryList, statusOf } from '../payments/payment-parts.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { At } from '../view-parts/times.tsx'
import { detailsOf } from './columns.tsx'
import layout from '#ui/form/form-layout.module.css'
import classes from '../payments/payment-parts.module.css'

interface PaymentDetailsProps {
  readonly payment: ReportRow
  /** Whoever is looking may cancel a bank payment for its payer. */
  readonly mayCancel: boolean
  readonly onHistory: (account: AccountNumber) => void
  /** What can be done about it. */
  readonly children: ReactNode
}

/** Everything known of a payment, and the accounts it paid (A§2, A§3 Individual payment). */
export function PaymentDetails({ payment, mayCancel, onHistory, children }: PaymentDetailsProps) {
  const wanted = {
    queryKey: ['individual-payments', payment.id],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await send(readIndividualPayments, { params: { id: payment.id }, signal })).result,
  }
  const accounts = useQuery({ ...wanted, select: ({ data }) => data })
  const { data: bank } = useQuery({ ...wanted, select: (result) => result.bank })
  return (
    <div className={classes.parts}>
      {children}
      <section className={classes.part} aria-labelledby="individual-payments">
        <h3 id="individual-payments">{t('Payments by account')}</h3>
        <QueryList query={accounts} what={t('Loading individual payments')} empty={t(reportsTexts.empty)}>
          {(found) => <Accounts payments={found} onHistory={onHistory} />}
        </QueryList>
      </section>
      <section className={classes.part} aria-labelledby="overall-payment">
        <h3 id="overall-payment">{t('Payment')}</h3>
        <OverallPayment payment={payment} />
      </section>
      {bank ? (
        <FromBank payment={bank}>{mayCancel && isOnItsWay(bank) ? <CancelPayment payment={payment} /> : null}</FromBank>
      ) : null}
      {payment.status === 'paid' ? <SendReceipt paymentId={payment.id} /> : null}
    </div>
  )
}

interface AccountsProps {
  readonly payments: readonly IndividualPayment[]
  readonly onHistory: (account: AccountNumber) => void
}

function Accounts({ payments, onHistory }: AccountsProps) {
  return (
    <CardFrame data-lines className={classes.frame}>
      <Table className={classes.table} aria-labelledby="individual-payments">
        <TableHead>
          <ColumnHead>{t(reportColumns.accountId)}</ColumnHead>
          <ColumnHead>{t(reportColumns.payment_date)}</ColumnHead>
          <ColumnHead>{t(reportColumns.receipt_number)}</ColumnHead>
          <ColumnHead>{t('Status')}</ColumnHead>
          <ColumnHead>{t(reportColumns.ccb_status)}</ColumnHead>
          <ColumnHead data-amount>{t(reportColumns.amount)}</ColumnHead>
          <ColumnHead data-no-print>{t('History')}</ColumnHead>
        </TableHead>
        <TableBody>
          {payments.map((each) => (
            <TableRow key={each.account_number}>
              <RowHead>{each.account_number}</RowHead>
              <Cell label={t(reportColumns.payment_date)}>
                <At instant={each.payment_date} />
              </Cell>
              <Cell label={t(reportColumns.receipt_number)} className={classes.whole}>
                {each.receipt_num}
              </Cell>
              <Cell label={t('Status')}>{statusOf(each)}</Cell>
              <Cell label={t(reportColumns.ccb_status)}>{t(billingStatuses[each.billing])}</Cell>
              <Cell data-amount>{dollarsOf(each.amount)}</Cell>
              <Cell data-no-print>
                <TextButton onClick={() => onHistory(each.account_number)}>
                  {t(reportsTexts.paymentHistory)}
                  <HiddenText> {t('for {account_number}', { account_number: each.account_number })}</HiddenText>
                </TextButton>
              </Cell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </CardFrame>
  )
}

function OverallPayment({ payment }: Pick<PaymentDetailsProps, 'payment'>) {
  return <DescriptionList items={detailsOf(payment, usePortalStart())} />
}

/** What the row of a payment from a bank account does not say. */
interface FromBankProps {
  readonly payment: BankPayment
  readonly children: ReactNode
}

function FromBank({ payment: { holder, authorizedAt, answersBy, returned, outcome }, children }: FromBankProps) {
  const why = returned && t(returnReasons[returned.reason])
  return (
    <section className={classes.part} aria-labelledby="from-bank">
      <h3 id="from-bank">{t('Bank account')}</h3>
      <DescriptionList
        items={[
          { term: t('Account holder'), value: holder },
          ...(authorizedAt ? [{ term: t('Authorized'), value: <At instant={authorizedAt} /> }] : []),
          ...(answersBy && outcome === 'submitted'
            ? [{ term: t('Bank confirms by'), value: <At instant={answersBy} /> }]
            : []),
          ...(returned ? [{ term: t('Returned'), value: returned.code ? `${why} (${returned.code})` : why }] : []),
          { term: t('The payer reads'), value: titles[outcome] },
        ]}
      />
      {returned ? <p className={classes.muted}>{t(returnWords[returned.reason])}</p> : null}
      {children}
    </section>
  )
}

function isOnItsWay({ outcome }: BankPayment): boolean {
  return outcome === 'submitted' || outcome === 'verifying'
}

/** For a payer who calls: asked once more, because the accounts owe their bills after that. */
function CancelPayment({ payment: { id } }: Pick<PaymentDetailsProps, 'payment'>) {
  const [isAsked, setIsAsked] = useState(false)
  const queries = useQueryClient()
  const canceling = useMutation({
    mutationFn: async () => await send(cancelForPayer, { body: { id } }),
    onSuccess: async () => await queries.invalidateQueries({ queryKey: ['payments'] }),
  })
  return (
    <div className={classes.ask} data-no-print>
      {canceling.isError ? <ProblemNotice problem={serverError(canceling.error)} /> : null}
      {isAsked && !canceling.isSuccess ? <p>{t('After that, the accounts owe these bills.')}</p> : null}
      {canceling.isSuccess ? null : (
        <Button
          look="secondary"
          busy={canceling.isPending}
          onClick={() => (isAsked ? canceling.mutate() : setIsAsked(true))}
        >
          {isAsked ? t('Yes, cancel this payment') : t('Cancel this payment')}
        </Button>
      )}
      <div role="status">
        {canceling.isSuccess ? (
          <Notice tone="success" title={t('The payment is canceled. Nothing was debited.')} />
        ) : null}
      </div>
    </div>
  )
}

const receiptTo = {
  email: email({ id: 'receipt-to', label: t(reportsTexts.receiptTo), autoComplete: 'off' }, rule(ReceiptAddress)),
}

/** Sends the receipt of a payment again, to an address that its payer names on the phone (docs/readings.md). */
export function SendReceipt({ paymentId }: { readonly paymentId: number }) {
  const { form, onSubmit } = useForm(receiptTo, { hasNoSummary: true })
  const again = useMutation({
    mutationFn: async (to: string) => await send(sendReceipt, { body: { id: paymentId, email: to } }),
    onSuccess: (_, to) => {
      if (form.getValues().email.trim() === to) form.setFieldValue('email', '')
    },
  })
  return (
    <section className={classes.part} aria-labelledby="send-receipt" data-no-print>
      <h3 id="send-receipt">{t(reportsTexts.sendReceipt)}</h3>
      <form
        noValidate
        className={layout.fields}
        onSubmit={onSubmit((typed) => {
          if (!again.isPending) again.mutate(typed.email.trim())
        })}
      >
        {again.isError ? <ProblemNotice problem={serverError(again.error)} /> : null}
        <Fields form={form} of={receiptTo} />
        <Button type="submit" look="secondary" busy={again.isPending}>
          {t(reportsTexts.send)}
        </Button>
        <div role="status">
          {again.isSuccess ? (
            <Notice tone="success" title={t(reportsTexts.receiptSent, { email: again.variables })} />
          ) : null}
        </div>
      </form>
    </section>
  )
}
