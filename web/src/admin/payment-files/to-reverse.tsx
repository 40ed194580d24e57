import {
  type PaymentToReverse,
  listPaymentsToReverse,
  markReversed,
  mostReversed,
  paymentFilesTexts as texts,
} from '@portal/contract/payment-files'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import { ListPart, Rows, usePages } from '../lists/list-screen.tsx'
import { type Column, ListTable, Note } from '../lists/list-table.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ConfirmDialog } from '../view-parts/confirm-dialog.tsx'
import { Day } from '../view-parts/times.tsx'
import classes from '../lists/console-list.module.css'

/** Refunds that no file can say: a person reverses them in the billing system, one by one or all. */
export function ToReverse() {
  const payments = usePages({
    queryKey,
    read: async (after: number | undefined, signal) => await send(listPaymentsToReverse, { query: { after }, signal }),
    rowsOf: (page) => page.payments,
    lastOf: ({ id }) => id,
  })
  const [asked, setAsked] = useState<readonly PaymentToReverse[]>([])
  return (
    <ListPart id="to-reverse" title={t(texts.byHand)}>
      <Rows
        of={payments}
        loading={t('Loading refunds')}
        loadingRows={1}
        empty={t(texts.noneByHand)}
        counted={(count) => plural(count, '1 payment', '{count} payments')}
        more={t('Show more')}
      >
        {(rows) => (
          <>
            <p className={classes.lead}>{t(texts.byHandLead)}</p>
            <ListTable
              look="figures"
              aria-labelledby="to-reverse"
              columns={columnsOf((payment) => setAsked([payment]))}
              rows={rows}
              keyOf={({ id }) => id}
            />
            {rows.length > 1 ? (
              <div>
                <Button look="secondary" onClick={() => setAsked(rows.slice(0, mostReversed))}>
                  {t(texts.markAllReversed)}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Rows>
      {asked.length > 0 ? <MarkReversed payments={asked} onClose={() => setAsked([])} /> : null}
    </ListPart>
  )
}

const queryKey = ['payments-to-reverse'] as const

interface MarkReversedProps {
  readonly payments: readonly PaymentToReverse[]
  readonly onClose: () => void
}

function MarkReversed({ payments, onClose }: MarkReversedProps) {
  const client = useQueryClient()
  const mark = useMutation({
    mutationFn: async () => await send(markReversed, { body: { ids: payments.map(({ id }) => id) } }),
    onSuccess: onClose,
    onSettled: async () => await client.invalidateQueries({ queryKey }),
  })
  const [first] = payments
  const isOne = payments.length === 1
  return (
    <ConfirmDialog
      title={
        isOne
          ? t('{mark}: account {account}, {amount}', {
              mark: t(texts.markReversed),
              account: first?.accountId ?? '',
              amount: dollarsOf(first?.amount ?? null),
            })
          : t('{mark}: {count} payments', { mark: t(texts.markReversed), count: payments.length })
      }
      button={t(texts.markReversed)}
      confirm={mark}
      onClose={onClose}
    >
      {t(isOne ? texts.reversedQuestion : texts.allReversedQuestion)}
    </ConfirmDialog>
  )
}

const columnsOf = (onReversed: (payment: PaymentToReverse) => void): readonly Column<PaymentToReverse>[] => [
  { name: t('Account number'), kind: 'head', value: ({ accountId }) => accountId },
  { name: t('Amount'), kind: 'amount', value: ({ amount }) => dollarsOf(amount) },
  {
    name: t('In file'),
    isLong: true,
    value: ({ file, reference, receipt }) => (
      <>
        {file}
        <Note>{t('Reference {reference}, receipt {receipt}', { reference, receipt })}</Note>
      </>
    ),
  },
  { name: t('Payment date'), value: ({ payDate }) => <Day date={payDate} /> },
  {
    name: t('Refunded'),
    value: ({ refundedOn, reason }) => (
      <>
        <Day date={refundedOn} />
        <Note>{reason}</Note>
      </>
    ),
  },
  {
    name: t('Actions'),
    kind: 'actions',
    value: (payment) => (
      <Button look="secondary" onClick={() => onReversed(payment)}>
        {t(texts.markReversed)}
        <HiddenText>
          : {payment.accountId}, {payment.receipt}
        </HiddenText>
      </Button>
    ),
  },
]
