import { findDeskPayment } from '@portal/contract/money-desk'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { ProblemNotice } from '#payment/problem-notice.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import layout from '#ui/form-layout.module.css'
import { serverError } from '../server-error.ts'
import { deskSearch } from '../desk-link.ts'

/** Finds any payment by its receipt number, for example to give it back. */
export function FindPayment({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [receipt, setReceipt] = useState('')
  const [attempted, setAttempted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const find = useMutation({
    mutationFn: async () => (await send(findDeskPayment, { body: { receipt } })).id,
    onSuccess: async (id) => await navigate({ to: paths.adminDashboard, search: deskSearch(id) }),
  })
  const checked = findDeskPayment.body?.safeParse({ receipt })
  return (
    <Dialog open holdsForm title={moneyDeskTexts.findTitle} onClose={find.isPending ? undefined : onClose}>
      <form
        noValidate
        className={layout.form}
        onSubmit={(event) => {
          event.preventDefault()
          setAttempted(true)
          if (checked?.success !== true) field.current?.focus()
          else if (!find.isPending) find.mutate()
        }}
      >
        {find.isError ? <ProblemNotice problem={serverError(find.error)} /> : null}
        <TextField
          ref={field}
          label={moneyDeskTexts.receiptNumber}
          hint="As it stands on the receipt: W- and digits."
          required
          autoComplete="off"
          value={receipt}
          error={attempted && checked?.success === false ? moneyDeskTexts.receipt : null}
          onChange={(event) => setReceipt(event.currentTarget.value)}
        />
        <Button type="submit" wide busy={find.isPending}>
          {moneyDeskTexts.find}
        </Button>
      </form>
    </Dialog>
  )
}
