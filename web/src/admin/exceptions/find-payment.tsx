import { PaymentToFind, findPayment } from '@portal/contract/exceptions'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { TextField } from '#ui/form/field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { exceptionSearch } from '../payments/exception-link.ts'
import { serverError } from '../view-parts/server-error.ts'
import layout from '#ui/form/form-layout.module.css'

const fieldIds = { receipt: 'exception-receipt' } as const
const check = checkBySchema(PaymentToFind)

/** Finds any payment by its receipt number, for example to give it back. */
export function FindPayment({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const { form, onSubmit } = useCheckedForm({ initialValues: { receipt: '' }, check, fieldIds, hasNoSummary: true })
  const find = useMutation({
    mutationFn: async (body: { receipt: string }) => (await send(findPayment, { body })).id,
    onSuccess: async (id) => await navigate({ to: paths.adminDashboard, search: exceptionSearch(id) }),
  })
  return (
    <Dialog open holdsForm title={exceptionsTexts.findTitle} onClose={find.isPending ? undefined : onClose}>
      <form noValidate className={layout.form} onSubmit={onSubmit((typed) => find.mutate(typed))}>
        {find.isError ? <ProblemNotice problem={serverError(find.error)} /> : null}
        <TextField
          id={fieldIds.receipt}
          label={exceptionsTexts.receiptNumber}
          hint="As shown on the receipt, starting with W-"
          required
          autoComplete="off"
          {...form.getInputProps('receipt')}
        />
        <Button type="submit" wide busy={find.isPending}>
          {exceptionsTexts.find}
        </Button>
      </form>
    </Dialog>
  )
}
