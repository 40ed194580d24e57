import { ReceiptAddress, sendReceipt } from '@portal/contract/one-payment'
import { reportsTexts } from '@portal/contract/reports-texts'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { TextField } from '#ui/form/field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Notice } from '#ui/text/notice.tsx'
import { serverError } from '../view-parts/server-error.ts'
import layout from '#ui/form/form-layout.module.css'
import classes from '../payments/payment-dialog.module.css'

const fieldIds = { email: 'receipt-to' } as const
const check = checkBySchema(z.object({ email: ReceiptAddress }))

/** Sends the receipt of a payment again, to an address that its payer names on the phone (docs/readings.md). */
export function SendReceipt({ paymentId }: { readonly paymentId: number }) {
  const { form, onSubmit } = useCheckedForm({ initialValues: { email: '' }, check, fieldIds, hasNoSummary: true })
  const again = useMutation({
    mutationFn: async (to: string) => await send(sendReceipt, { body: { id: paymentId, email: to } }),
    onSuccess: (_, to) => {
      if (form.getValues().email.trim() === to) form.setFieldValue('email', '')
    },
  })
  return (
    <section className={classes.part} aria-labelledby="send-receipt" data-no-print>
      <h3 id="send-receipt">{reportsTexts.sendReceipt}</h3>
      <form
        noValidate
        className={layout.fields}
        onSubmit={onSubmit(({ email }) => {
          if (!again.isPending) again.mutate(email.trim())
        })}
      >
        {again.isError ? <ProblemNotice problem={serverError(again.error)} /> : null}
        <TextField
          id={fieldIds.email}
          label={reportsTexts.receiptTo}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <Button type="submit" look="secondary" busy={again.isPending}>
          {reportsTexts.send}
        </Button>
        <div role="status">
          {again.isSuccess ? <Notice tone="success" title={reportsTexts.receiptSent(again.variables)} /> : null}
        </div>
      </form>
    </section>
  )
}
