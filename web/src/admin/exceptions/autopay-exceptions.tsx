import {
  type AutopayException,
  autopayExceptionKinds,
  autopayExceptionsTexts,
} from '@portal/contract/autopay-exceptions'
import { reasonInWords } from '@portal/contract/autopay-reasons'
import { useState } from 'react'
import { cardInWords } from '#payment/saved-cards/use-saved-cards.ts'
import { AlertIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ResultDialog } from '../view-parts/delete-dialog.tsx'
import { ReasonForm } from '../view-parts/reason-form.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { PagedList } from './exception-list.tsx'
import { useAutopayExceptions, useMarkSeen } from './use-exceptions.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './exceptions.module.css'

/** What AutoPay leaves unpaid until a person acts. It leaves the list when the bill is paid, or is marked as seen. */
export function AutopayExceptionList() {
  const list = useAutopayExceptions()
  const [open, setOpen] = useState<AutopayException | null>(null)
  return (
    <>
      <PagedList
        id="autopay-exceptions"
        title={t(autopayExceptionsTexts.title)}
        list={list}
        rowsOf={({ exceptions }) => exceptions}
        counted={(count) => plural(count, '1 AutoPay exception', '{count} AutoPay exceptions')}
        empty={t(autopayExceptionsTexts.none)}
      >
        {(exceptions) => (
          <CardFrame className={classes.wide}>
            <Table className={classes.table} aria-labelledby="autopay-exceptions">
              <TableHead>
                <ColumnHead>{t('Account')}</ColumnHead>
                <ColumnHead>{t('Reason')}</ColumnHead>
                <ColumnHead>{t(autopayExceptionsTexts.due)}</ColumnHead>
                <ColumnHead>{t('Card')}</ColumnHead>
                <ColumnHead data-amount>{t('Amount')}</ColumnHead>
                <ColumnHead>
                  <HiddenText>{t('Actions')}</HiddenText>
                </ColumnHead>
              </TableHead>
              <TableBody>
                {exceptions.map((exception) => (
                  <Row key={exception.key} exception={exception} onSeen={() => setOpen(exception)} />
                ))}
              </TableBody>
            </Table>
          </CardFrame>
        )}
      </PagedList>
      {open ? <MarkSeen exception={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

interface RowProps {
  readonly exception: AutopayException
  readonly onSeen: () => void
}

function Row({ exception, onSeen }: RowProps) {
  const { accountId, kind, dueOn, amount, brand, lastFour } = exception
  return (
    <TableRow>
      <RowHead>{accountId}</RowHead>
      <Cell>
        <p className={classes.reason}>
          <AlertIcon size={16} />
          {t(autopayExceptionKinds[kind].name)}
        </p>
        <p>{t(autopayExceptionKinds[kind].meaning)}</p>
        <p className={classes.muted}>{whyOf(exception)}</p>
      </Cell>
      <Cell label={t(autopayExceptionsTexts.due)}>
        {dueOn === null ? null : <time dateTime={dueOn}>{formatDate(dueOn)}</time>}
      </Cell>
      <Cell label={t('Card')}>{cardInWords({ brand, lastFour })}</Cell>
      <Cell data-amount>{dollarsOf(amount)}</Cell>
      <Cell>
        <button type="button" className={outlined.button} onClick={onSeen}>
          {t(autopayExceptionsTexts.seen)}
          <HiddenText>: {t('account {accountId}', { accountId })}</HiddenText>
        </button>
      </Cell>
    </TableRow>
  )
}

function whyOf({ reason }: AutopayException): string {
  const { name, meaning } = reasonInWords(reason)
  return meaning ? `${t(name)}. ${t(meaning)}` : t(name)
}

interface MarkSeenProps {
  readonly exception: AutopayException
  readonly onClose: () => void
}

function MarkSeen({ exception: { key, accountId }, onClose }: MarkSeenProps) {
  const [isDone, setDone] = useState(false)
  const mark = useMarkSeen(key, () => setDone(true))
  const title = `${t(autopayExceptionsTexts.seen)}: ${accountId}`
  if (isDone) {
    return (
      <ResultDialog title={title} onClose={onClose}>
        <p>{t(autopayExceptionsTexts.done)}</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog open holdsForm title={title} onClose={mark.isPending ? undefined : onClose}>
      <ReasonForm
        asks={t(autopayExceptionsTexts.asks)}
        button={t(autopayExceptionsTexts.seen)}
        isPending={mark.isPending}
        problem={mark.isError ? serverError(mark.error) : null}
        onSubmit={(why) => mark.mutate(why)}
      />
    </Dialog>
  )
}
