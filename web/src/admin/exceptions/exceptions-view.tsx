import { reportPartNames } from '@portal/contract/admin-levels'
import { findPayment, PaymentToFind } from '@portal/contract/exceptions'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { Fields, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { exceptionSearch, useExceptionCount } from '../payments/exception-count.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { AutopayExceptionList } from './autopay-exceptions.tsx'
import { DiscrepancyList } from './discrepancies.tsx'
import { ExceptionList } from './exception-list.tsx'
import { PaymentView } from './exception.tsx'
import layout from '#ui/form/form-layout.module.css'
import classes from './exceptions.module.css'

const route = getRouteApi(paths.adminDashboard)

/** The exceptions, 'Payments needing attention' (P6): the lists, or the single payment in the address. */
export function Exceptions() {
  const { payment } = route.useSearch()
  const id = Number(payment ?? 0)
  return Number.isSafeInteger(id) && id > 0 ? <PaymentView key={id} id={id} /> : <Lists />
}

function Lists() {
  const [isFinding, setFinding] = useState(false)
  const { savesCards } = usePortalStart()
  return (
    <section className={classes.page} aria-labelledby="exceptions">
      <div className={classes.head}>
        <div>
          <h2 id="exceptions">{t(reportPartNames.exceptions)}</h2>
          <p className={classes.lead}>
            {t(
              'Payments and discrepancies that need manual resolution. Every action is recorded in the payment’s history and the audit log.',
            )}
          </p>
        </div>
        <Button look="secondary" onClick={() => setFinding(true)}>
          {t(exceptionsTexts.findTitle)}
        </Button>
      </div>
      <ForApproval />
      <ExceptionList />
      {savesCards ? <AutopayExceptionList /> : null}
      <DiscrepancyList />
      {isFinding ? <FindPayment onClose={() => setFinding(false)} /> : null}
    </section>
  )
}

/** What waits for this admin's approval, with the way to the oldest. */
function ForApproval() {
  const waiting = useExceptionCount(true)
  if (!waiting || waiting.firstApproval === null) return null
  return (
    <Notice
      tone="warning"
      title={plural(
        waiting.approvals,
        '1 request waits for your approval.',
        '{count} requests wait for your approval.',
      )}
    >
      <div>
        <ButtonLink look="secondary" to={paths.adminDashboard} search={exceptionSearch(waiting.firstApproval)}>
          {waiting.approvals === 1 ? t(exceptionsTexts.open) : t('Open the oldest')}
        </ButtonLink>
      </div>
    </Notice>
  )
}

const fields = {
  receipt: text(
    {
      id: 'exception-receipt',
      label: t(exceptionsTexts.receiptNumber),
      hint: t('As shown on the receipt, starting with W-'),
      required: true,
      autoComplete: 'off',
    },
    rule(PaymentToFind.shape.receipt),
  ),
}

/** Finds any payment by its receipt number, for example to give it back. */
export function FindPayment({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const { form, onSubmit } = useForm(fields, { hasNoSummary: true })
  const find = useMutation({
    mutationFn: async (body: { receipt: string }) => (await send(findPayment, { body })).id,
    onSuccess: async (id) => await navigate({ to: paths.adminDashboard, search: exceptionSearch(id) }),
  })
  return (
    <Dialog open holdsForm title={t(exceptionsTexts.findTitle)} onClose={find.isPending ? undefined : onClose}>
      <form noValidate className={layout.form} onSubmit={onSubmit((typed) => find.mutate(typed))}>
        {find.isError ? <ProblemNotice problem={serverError(find.error)} /> : null}
        <Fields form={form} of={fields} />
        <Button type="submit" wide busy={find.isPending}>
          {t(exceptionsTexts.find)}
        </Button>
      </form>
    </Dialog>
  )
}
