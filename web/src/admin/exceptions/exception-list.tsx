import { formatInstant } from '@portal/contract/dates'
import type { PaymentException } from '@portal/contract/exceptions'
import { type ExceptionReason, exceptionReasons, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, Key } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { AlertIcon } from '#ui/icons.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Rows } from '../lists/list-screen.tsx'
import { type Column, ListTable } from '../lists/list-table.tsx'
import { exceptionSearch } from '../payments/exception-count.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { At } from '../view-parts/times.tsx'
import { useExceptions } from './use-exceptions.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './exceptions.module.css'

/** The payment exceptions, oldest first. */
export function ExceptionList() {
  return (
    <ExceptionsOfKind
      id="exception-payments"
      title={t(exceptionsTexts.payments)}
      of={useExceptions()}
      counted={(count) => plural(count, '1 payment', '{count} payments')}
      empty={t('No open payment exceptions.')}
      columns={columns}
      keyOf={({ id }) => id}
    />
  )
}

const columns: readonly Column<PaymentException>[] = [
  { name: t('Date'), kind: 'head', value: ({ paidAt }) => <At instant={paidAt} /> },
  { name: t('Reason'), isPlain: true, value: ({ reasons }) => <Reasons reasons={reasons} /> },
  {
    name: t('Account'),
    kind: 'figure',
    value: ({ accountId, accountCount }) =>
      accountCount > 1 ? `${accountId}${t(' and {count} more', { count: accountCount - 1 })}` : accountId,
  },
  { name: t('Receipt'), value: ({ receipt }) => receipt },
  { name: t('Amount'), kind: 'amount', value: ({ amount }) => dollarsOf(amount) },
  { name: t('Actions'), kind: 'actions', value: (payment) => <Open payment={payment} /> },
]

function Open({ payment: { id, receipt, accountId, paidAt } }: { readonly payment: PaymentException }) {
  const { profile } = usePortalStart()
  return (
    <Link to={paths.adminDashboard} search={exceptionSearch(id)} className={outlined.button}>
      {t(exceptionsTexts.open)}
      <HiddenText>
        : {receipt || t('account {accountId}', { accountId })}, {formatInstant(profile, paidAt)}
      </HiddenText>
    </Link>
  )
}

/** The reasons why a payment is an exception, in a word or two each. */
export function Reasons({ reasons }: { readonly reasons: readonly ExceptionReason[] }) {
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason) => (
        <li key={reason}>
          <AlertIcon size={16} />
          {t(exceptionReasons[reason].name)}
        </li>
      ))}
    </ul>
  )
}

interface ExceptionsOfKindProps<Row> extends Pick<ComponentProps<typeof Rows<Row>>, 'of' | 'counted' | 'empty'> {
  readonly id: string
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => Key
}

/** One of the lists of exceptions. */
export function ExceptionsOfKind<Row>({ id, title, columns: of, keyOf, ...rows }: ExceptionsOfKindProps<Row>) {
  return (
    <section className={classes.list} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <Rows {...rows} loading={t('Loading {what}', { what: title.toLowerCase() })} more={t('Show more')}>
        {(found) => <ListTable look="framedWide" aria-labelledby={id} columns={of} rows={found} keyOf={keyOf} />}
      </Rows>
    </section>
  )
}
