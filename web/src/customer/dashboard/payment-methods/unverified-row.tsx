import { dateIn } from '@portal/contract/dates'
import { dropSaving, savedMethodTexts, type UnverifiedAccount } from '@portal/contract/saved-methods'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { showNow } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import { methodInWords, savedMethodsKey } from '#payment/saved-methods/use-saved-methods.ts'
import { Button } from '#ui/button/button.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import classes from './payment-methods.module.css'

const VerifyDialog = lazyComponent(async () => (await import('./verify-dialog.tsx')).VerifyDialog)

interface UnverifiedRowProps {
  readonly account: UnverifiedAccount
  readonly onDone: (text: string) => void
}

/** A bank account that is saved once its holder has said what small deposits were. */
export function UnverifiedRow({ account, onDone }: UnverifiedRowProps) {
  const { profile } = usePortalStart()
  const { saving: id, bankAccount, deposits } = account
  const queries = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const drop = useMutation({
    mutationFn: async () => await send(dropSaving, { as: 'customer', params: { id }, body: {} }),
    onSuccess: (list) => {
      showNow(queries, savedMethodsKey, list)
      onDone(savedMethodTexts.bankRemoved)
    },
  })
  const words = methodInWords({ brand: null, bankAccount, lastFour: bankAccount.lastFour })
  const of = <HiddenText>: {words}</HiddenText>
  const date = formatDate(dateIn(profile.timeZone, deposits.arriveOn))
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <div className={classes.head}>
          <h3>{words}</h3>
          <Chip tone="waiting">{t('Not verified yet')}</Chip>
        </div>
        <p className={classes.muted}>
          {deposits.kind === 'code'
            ? t('By {date} it gets a deposit of $0.01. Its line on your statement has a code that begins with SM.', {
                date,
              })
            : t('By {date} it gets two small deposits.', { date })}
        </p>
        {drop.error ? <ProblemNotice problem={asProblem(drop.error)} /> : null}
      </div>
      <div className={classes.buttons}>
        <Button look="secondary" onClick={() => setAsked(true)}>
          {t('Verify')}
          {of}
        </Button>
        <Button look="quiet" busy={drop.isPending} onClick={() => drop.mutate()}>
          {t(savedMethodTexts.remove)}
          {of}
        </Button>
      </div>
      {isAsked ? (
        <Suspense>
          <VerifyDialog
            account={account}
            words={words}
            onClose={() => setAsked(false)}
            onSaved={() => onDone(savedMethodTexts.bankAdded)}
          />
        </Suspense>
      ) : null}
    </li>
  )
}
