import type { BodyOf } from '@portal/contract/call'
import { CardDetails } from '@portal/contract/card'
import {
  beginSaving,
  MethodName,
  finishSaving,
  type SavedMethod,
  type SavingResult,
  savedMethodTexts,
} from '@portal/contract/saved-methods'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { billingZip } from '#account/bill-fields.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem, send } from '#api/send.ts'
import { CardFrameField } from '#payment/card/card-frame-field.tsx'
import { cardNumberId, cardTokenOf, useCardFrame, useFrameCheck } from '#payment/card/card-frame.ts'
import { CardMarks } from '#payment/card/card-marks.tsx'
import { ConfirmWithBank } from '#payment/result/confirm-with-bank.tsx'
import { savedMethodsKey } from '#payment/saved-methods/use-saved-methods.ts'
import { Button, TextButton } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Fields, own, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { type Refuse, useForm } from '#ui/form/use-form.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { t } from '#ui/text/t.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import dashboard from '../dashboard.module.css'

const fields = {
  cardNumber: own('', { id: cardNumberId }),
  cardHolderName: text(
    { id: 'card-holder', wire: 'cardToken.cardHolderName', label: t('Card holder name'), autoComplete: 'cc-name' },
    rule(CardDetails.shape.cardHolderName),
  ),
  billingZipCode: billingZip(
    {
      id: 'card-zip',
      wire: 'cardToken.billingZipCode',
      label: t('Card zip code'),
      hint: '',
      autoComplete: 'billing postal-code',
    },
    rule(CardDetails.shape.billingZipCode),
  ),
  name: text(
    { id: 'card-name', label: t(savedMethodTexts.name), hint: t('Such as “Household” or “Office”') },
    rule(MethodName),
  ),
}

export interface AddCardProps {
  /** With what was saved; null when nothing was, or when a bank account is to be verified first. */
  readonly onDone: (saved: SavedMethod | null, isToVerify?: boolean) => void
  /** To save the other kind instead; null where there is only one. */
  readonly onOther: (() => void) | null
}

/** On the page itself: a bank's window could not be used over a dialog. */
export function AddCard({ onDone, onOther }: AddCardProps) {
  const frame = useCardFrame()
  const inFrame = useFrameCheck(frame)
  const { form, attempt, errors, onSubmit, refuse } = useForm(fields, { rules: [inFrame.rule] })
  const { asked, begin, finish, leave, isPending, error } = useSaving({ onDone, onRefused: refuse })
  if (asked) {
    return (
      <ConfirmWithBank
        about="card"
        secret={asked.confirmation}
        onDone={() => finish(asked.saving)}
        onAnotherCard={leave}
      />
    )
  }
  const save = onSubmit((values) => {
    void cardTokenOf(frame, values).then((cardToken) => {
      if (cardToken) begin({ cardToken, name: values.name })
    })
  })
  return (
    <div className={`${dashboard.page} ${dashboard.narrow}`}>
      <PageHeading title={t('Add a card')} />
      <p className={dashboard.lead}>{t('We check the card with your bank. Nothing is charged.')}</p>
      {onOther ? <TextButton onClick={onOther}>{t('Use a bank account instead')}</TextButton> : null}
      <form
        noValidate
        className={`${layout.form} ${box.card}`}
        onSubmit={(event) => {
          event.preventDefault()
          inFrame.first(save)
        }}
      >
        <ErrorSummary errors={errors} attempt={attempt} />
        {error ? <ProblemNotice problem={asProblem(error)} /> : null}
        <CardMarks />
        {frame ? <CardFrameField frameRef={frame} amount={null} /> : null}
        <Fields form={form} of={fields} />
        <div className={layout.actions}>
          <Button type="submit" busy={isPending}>
            {t(savedMethodTexts.save)}
          </Button>
          <Button look="quiet" blocked={isPending} onClick={() => onDone(null)}>
            {t('Cancel')}
          </Button>
        </div>
      </form>
    </div>
  )
}

type Asked = Extract<SavingResult, { status: 'confirm' }>

interface SavingOptions extends Pick<AddCardProps, 'onDone'> {
  readonly onRefused: Refuse
}

export function useSaving({ onDone, onRefused }: SavingOptions) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const onSuccess = (result: SavingResult) => {
    if (result.status === 'confirm') return setAsked(result)
    void queries.invalidateQueries({ queryKey: savedMethodsKey })
    return result.status === 'verify' ? onDone(null, true) : onDone(result.card)
  }
  const onError = (error: Error) => {
    setAsked(null)
    onRefused(asProblem(error).errors)
  }
  const begin = useMutation({
    gcTime: 0,
    mutationFn: async (body: BodyOf<typeof beginSaving>) => await send(beginSaving, { as: 'customer', body }),
    onSuccess,
    onError,
  })
  const finish = useMutation({
    mutationFn: async (saving: number) => await send(finishSaving, { as: 'customer', body: { saving } }),
    onSuccess,
    onError,
  })
  return {
    asked,
    begin: begin.mutate,
    finish: (saving: number) => finish.mutate(saving),
    leave: () => setAsked(null),
    isPending: begin.isPending || finish.isPending,
    error: finish.error ?? begin.error,
  }
}
