import { Deposited, depositMessages } from '@portal/contract/bank-payments'
import type { BodyOf } from '@portal/contract/call'
import { dateIn } from '@portal/contract/dates'
import { dropSaving, savedCardTexts, type UnverifiedAccount, verifySaving } from '@portal/contract/saved-cards'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { showNow } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import { cardInWords, savedCardsKey } from '#payment/saved-cards/use-saved-cards.ts'
import { Button } from '#ui/button/button.tsx'
import { Fields, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { type FieldList, useForm } from '#ui/form/use-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { formatDate } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import layout from '#ui/form/form-layout.module.css'
import classes from './payment-methods.module.css'

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
      showNow(queries, savedCardsKey, list)
      onDone(savedCardTexts.bankRemoved)
    },
  })
  const words = cardInWords({ brand: null, bankAccount, lastFour: bankAccount.lastFour })
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
          {t(savedCardTexts.remove)}
          {of}
        </Button>
      </div>
      {isAsked ? (
        <VerifyDialog
          account={account}
          words={words}
          onClose={() => setAsked(false)}
          onSaved={() => onDone(savedCardTexts.bankAdded)}
        />
      ) : null}
    </li>
  )
}

interface VerifyDialogProps {
  readonly account: UnverifiedAccount
  readonly words: string
  readonly onClose: () => void
  readonly onSaved: () => void
}

const cents = (typed: string) => Math.round(Number(typed.replace(/^\$/, '')) * 100)
const isSmall = (typed: string) => cents(typed) >= 1 && cents(typed) <= 99
const amountRule = (typed: unknown) => (isSmall(String(typed)) ? undefined : t(depositMessages.amount))

const fields = {
  code: text(
    { id: 'deposit-code', label: t('Code'), hint: t('6 characters, such as SM11AA') },
    rule(Deposited.shape.code.unwrap()),
  ),
  first: text(
    { id: 'first-deposit', wire: 'amounts.0', label: t('First amount'), hint: t('Such as 0.32') },
    amountRule,
  ),
  second: text({ id: 'second-deposit', wire: 'amounts.1', label: t('Second amount') }, amountRule),
}

function VerifyDialog({ account: { saving: id, deposits }, words, onClose, onSaved }: VerifyDialogProps) {
  const queries = useQueryClient()
  const { code, first, second } = fields
  const without: FieldList = deposits.kind === 'code' ? { first, second } : { code }
  const { form, onSubmit, refuse } = useForm(fields, { hasNoSummary: true, without })
  const verify = useMutation({
    mutationFn: async (body: BodyOf<typeof verifySaving>) =>
      await send(verifySaving, { as: 'customer', params: { id }, body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: savedCardsKey })
      onSaved()
    },
    onError: (error) => {
      const problem = asProblem(error)
      refuse(problem.errors)
      if (problem.name === 'verification-over') void queries.invalidateQueries({ queryKey: savedCardsKey })
    },
  })
  return (
    <Dialog open holdsForm title={t('Verify your bank account')} onClose={onClose}>
      <form
        noValidate
        className={layout.form}
        onSubmit={onSubmit((values) =>
          verify.mutate(
            deposits.kind === 'code' ? { code: values.code } : { amounts: [cents(values.first), cents(values.second)] },
          ),
        )}
      >
        <p>{words}</p>
        {verify.error ? <ProblemNotice problem={asProblem(verify.error)} /> : null}
        {deposits.kind === 'code' ? (
          <Fields form={form} of={{ code }} />
        ) : (
          <Fields form={form} of={{ first, second }} />
        )}
        <div className={layout.actions}>
          <Button type="submit" busy={verify.isPending}>
            {t('Verify')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
