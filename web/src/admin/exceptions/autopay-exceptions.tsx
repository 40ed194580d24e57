import {
  type AutopayException,
  autopayExceptionKinds,
  autopayExceptionsTexts,
} from '@portal/contract/autopay-exceptions'
import { reasonInWords } from '@portal/contract/autopay-reasons'
import { useState } from 'react'
import { methodInWords } from '#payment/saved-methods/use-saved-methods.ts'
import { AlertIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, t } from '#ui/text/t.ts'
import type { Column } from '../lists/list-table.tsx'
import { dollarsOf } from '../payments/payment-parts.tsx'
import { ResultDialog } from '../view-parts/delete-dialog.tsx'
import { ReasonForm } from '../view-parts/reason-form.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { Day } from '../view-parts/times.tsx'
import { ExceptionsOfKind } from './exception-list.tsx'
import { useAutopayExceptions, useMarkSeen } from './use-exceptions.ts'
import outlined from '#ui/button/outlined-button.module.css'
import classes from './exceptions.module.css'

/** What AutoPay leaves unpaid until a person acts. It leaves the list when the bill is paid, or is marked as seen. */
export function AutopayExceptionList() {
  const [open, setOpen] = useState<AutopayException | null>(null)
  return (
    <>
      <ExceptionsOfKind
        id="autopay-exceptions"
        title={t(autopayExceptionsTexts.title)}
        of={useAutopayExceptions()}
        counted={(count) => plural(count, '1 AutoPay exception', '{count} AutoPay exceptions')}
        empty={t('No open AutoPay exceptions.')}
        columns={[...columns, seenColumn(setOpen)]}
        keyOf={({ key }) => key}
      />
      {open ? <MarkSeen exception={open} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

function seenColumn(onSeen: (exception: AutopayException) => void): Column<AutopayException> {
  return {
    name: t('Actions'),
    kind: 'actions',
    value: (exception) => (
      <button type="button" className={outlined.button} onClick={() => onSeen(exception)}>
        {t('Mark as seen')}
        <HiddenText>: {t('account {accountId}', { accountId: exception.accountId })}</HiddenText>
      </button>
    ),
  }
}

const columns: readonly Column<AutopayException>[] = [
  { name: t('Account'), kind: 'head', value: ({ accountId }) => accountId },
  {
    name: t('Reason'),
    isPlain: true,
    value: (exception) => (
      <>
        <p className={classes.reason}>
          <AlertIcon size={16} />
          {t(autopayExceptionKinds[exception.kind].name)}
        </p>
        <p>{t(autopayExceptionKinds[exception.kind].meaning)}</p>
        <p className={classes.muted}>{whyOf(exception)}</p>
      </>
    ),
  },
  { name: t(autopayExceptionsTexts.due), value: ({ dueOn }) => (dueOn === null ? null : <Day date={dueOn} />) },
  { name: t('Payment method'), value: methodInWords },
  { name: t('Amount'), kind: 'amount', value: ({ amount }) => dollarsOf(amount) },
]

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
  const title = `${t('Mark as seen')}: ${accountId}`
  if (isDone) {
    return (
      <ResultDialog title={title} onClose={onClose}>
        <p>{t('Taken off the list.')}</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog open holdsForm title={title} onClose={mark.isPending ? undefined : onClose}>
      <ReasonForm
        asks={t('Takes this off the list. The bill stays as it is, and the customer is not told.')}
        button={t('Mark as seen')}
        isPending={mark.isPending}
        problem={mark.isError ? serverError(mark.error) : null}
        onSubmit={(why) => mark.mutate(why)}
      />
    </Dialog>
  )
}
