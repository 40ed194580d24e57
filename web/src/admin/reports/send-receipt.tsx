import { cardMessages } from '@portal/contract/card'
import { sendReceipt } from '@portal/contract/one-payment'
import { reportsTexts } from '@portal/contract/reports-texts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { Button } from '#ui/button/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { serverError } from '../view-parts/server-error.ts'
import layout from '#ui/form/form-layout.module.css'
import classes from '../payments/payment-dialog.module.css'

/** Sends the receipt of a payment again, to an address that its payer names on the phone (docs/decisions/031). */
export function SendReceipt({ paymentId }: { readonly paymentId: number }) {
  const [email, setEmail] = useState('')
  const [attempted, setAttempted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const again = useMutation({
    mutationFn: async (to: string) => await send(sendReceipt, { body: { id: paymentId, email: to } }),
    onSuccess: (_, to) => {
      setEmail((now) => (now.trim() === to ? '' : now))
      setAttempted(false)
    },
  })
  const isGood = sendReceipt.body?.safeParse({ id: paymentId, email }).success === true
  return (
    <section className={classes.part} aria-labelledby="send-receipt">
      <h3 id="send-receipt">{reportsTexts.sendReceipt}</h3>
      <form
        noValidate
        className={layout.fields}
        onSubmit={(event) => {
          event.preventDefault()
          setAttempted(true)
          if (!isGood) field.current?.focus()
          else if (!again.isPending) again.mutate(email.trim())
        }}
      >
        {again.isError ? <ProblemNotice problem={serverError(again.error)} /> : null}
        <TextField
          ref={field}
          label={reportsTexts.receiptTo}
          type="email"
          autoComplete="off"
          value={email}
          error={attempted && !isGood ? cardMessages.email : null}
          onChange={(event) => setEmail(event.currentTarget.value)}
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
