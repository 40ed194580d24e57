import { type AskedRefund as Asked, askForRefund, readAskedRefund } from '@portal/contract/asked-refunds'
import { formatInstant } from '@portal/contract/dates'
import { reportsTexts } from '@portal/contract/reports'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { bankTick } from '../view-parts/bank-tick.ts'
import { ReasonForm } from '../view-parts/reason-form.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { Retry } from '../view-parts/view-frame.tsx'
import classes from '../payments/payment-parts.module.css'

const queryKey = (paymentId: number) => ['asked-refund', paymentId] as const

interface AskedRefundProps {
  readonly paymentId: number
  readonly onAsk: () => void
}

/** For a clerk who may not refund: the way to ask finance, and what became of the last request. */
export function AskedRefund({ paymentId, onAsk }: AskedRefundProps) {
  const asked = useQuery({
    queryKey: queryKey(paymentId),
    queryFn: async ({ signal }) => await send(readAskedRefund, { params: { id: paymentId }, signal }),
  })
  if (asked.isError) return <Retry error={asked.error} onTryAgain={asked.refetch} />
  if (!asked.data) return null
  const { mayAsk, request } = asked.data
  return (
    <>
      {request ? <LastRequest request={request} /> : null}
      {mayAsk ? (
        <div>
          <Button look="secondary" onClick={onAsk}>
            {t(reportsTexts.askFinance)}
          </Button>
        </div>
      ) : null}
      {mayAsk || request ? null : <p className={classes.muted}>{t('This payment can’t be refunded now.')}</p>}
    </>
  )
}

const decisions = { APPROVED: '{name} approved it, {at}.', REJECTED: '{name} rejected it, {at}.' } as const

function LastRequest({ request }: { readonly request: NonNullable<Asked['request']> }) {
  const { profile } = usePortalStart()
  const { state, requestedBy, requestedAt, reason, decidedBy, decidedAt, note } = request
  const title = t('{name} asked finance for a refund, {at}.', {
    name: requestedBy,
    at: formatInstant(profile, requestedAt),
  })
  return (
    <Notice tone="info" title={title}>
      <p>
        <q>{reason}</q>
      </p>
      {state === 'ASKED' || decidedAt === null ? (
        <p>{t('Finance has not decided yet.')}</p>
      ) : (
        <p>
          {t(decisions[state], { name: decidedBy, at: formatInstant(profile, decidedAt) })}
          {note ? (
            <>
              {' '}
              <q>{note}</q>
            </>
          ) : null}
        </p>
      )}
    </Notice>
  )
}

interface AskForRefundProps {
  readonly paymentId: number
  readonly onAsked: () => void
}

/** Asks finance to refund a payment, with the reason. */
export function AskForRefund({ paymentId, onAsked }: AskForRefundProps) {
  const client = useQueryClient()
  const needsTick = client.getQueryData<Asked>(queryKey(paymentId))?.asksAboutBank === true
  const { form, onSubmit } = useForm(bankTick, { without: needsTick ? {} : bankTick, hasNoSummary: true })
  const ask = useMutation({
    mutationFn: async (body: { why: string; bankNotAsked?: boolean }) =>
      await send(askForRefund, { params: { id: paymentId }, body }),
    onSuccess: (asked) => {
      showNow(client, queryKey(paymentId), asked)
      onAsked()
    },
    // Somebody else may have been faster.
    onError: () => void client.invalidateQueries({ queryKey: queryKey(paymentId) }),
  })
  return (
    <ReasonForm
      asks={t(
        'Finance decides. The full amount goes back to the payer, and the accounts owe it again. You get an email.',
      )}
      button={t(reportsTexts.askFinance)}
      isPending={ask.isPending}
      problem={ask.isError ? serverError(ask.error) : null}
      onSubmit={(why) => onSubmit(({ bankNotAsked }) => ask.mutate({ why, ...(bankNotAsked && { bankNotAsked }) }))()}
    >
      {needsTick ? <Fields form={form} of={bankTick} /> : null}
    </ReasonForm>
  )
}
