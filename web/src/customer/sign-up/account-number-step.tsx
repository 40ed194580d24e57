import { AccountNumber } from '@portal/contract/ids'
import { signUpTexts } from '@portal/contract/sign-up'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accountNumber } from '#account/bill-fields.tsx'
import { WhereIsMyNumber } from '#account/sample-bill.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { paths } from '#paths.ts'
import { takeHint } from '#session/storage.ts'
import { Button, ButtonLink, TextButton } from '#ui/button/button.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { PhoneIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { lookUpAccount } from './customer-records.ts'
import { MandatoryNote, SignUpFrame } from './sign-up-frame.tsx'
import type { Enrollment } from './sign-up-memory.ts'
import { useStepProblem, type WayOut } from './use-step-problem.ts'
import classes from '#ui/form/form-layout.module.css'
import own from './sign-up.module.css'

interface AccountNumberStepProps extends WayOut {
  /** Kept by the wizard, so that coming back loses nothing. */
  readonly typed: string
  readonly onTyped: (accountId: string) => void
  /** Why the wizard returned here by itself, if it did. */
  readonly notice: string | null
  readonly onFound: (enrollment: Enrollment) => void
}

const fields = { accountId: accountNumber({ id: 'account-number', required: true }, rule(AccountNumber)) }

/** Step 1 (C§2.3). */
export function AccountNumberStep({ typed, onTyped, notice, onFound, ...wayOut }: AccountNumberStepProps) {
  const { profile } = usePortalStart()
  const trouble = useStepProblem(wayOut)
  const [isSampleBillWanted] = useState(() => takeHint('openSampleBill') !== null)
  const [refusal, setRefusal] = useState(notice)
  const { form, errors, onSubmit } = useForm(fields, {
    initial: { accountId: typed },
    onValuesChange: ({ accountId }) => onTyped(accountId),
    hasNoSummary: true,
  })
  const find = useMutation({
    mutationFn: (accountId: string) => lookUpAccount(AccountNumber.parse(accountId), profile.division),
    onMutate: () => {
      setRefusal(null)
      trouble.clear()
    },
  })
  const submit = onSubmit(({ accountId }) => {
    if (find.isPending) return
    // Passed here, they are not called once the customer has left this step: nobody is pulled back from another page.
    find.mutate(accountId, {
      onSuccess: (found) => {
        if ('refusal' in found) setRefusal(found.refusal)
        else onFound(found.enrollment)
      },
      onError: trouble.report,
    })
  })
  const hasError = errors.length > 0 || Boolean(refusal) || trouble.problem !== null
  return (
    <SignUpFrame step={0} lead={t('All you need to start is your water bill.')} hasError={hasError}>
      {refusal ? (
        <Notice tone="error" role="alert" title={refusal}>
          {refusal === t(signUpTexts.accountInvalid) ? (
            <p>{t('We couldn’t find an account with this number. Check it against your bill.')}</p>
          ) : null}
        </Notice>
      ) : null}
      {trouble.problem ? <ProblemNotice problem={trouble.problem} /> : null}
      <form noValidate className={classes.form} onSubmit={submit}>
        <div className={classes.fields}>
          <Fields form={form} of={fields} />
          <div>
            <WhereIsMyNumber isOpenAtFirst={isSampleBillWanted} />
          </div>
        </div>
        <div className={classes.actions}>
          <Button type="submit" wide busy={find.isPending}>
            {find.isPending ? t(signUpTexts.verifying) : t(signUpTexts.continue)}
          </Button>
          <ButtonLink to={paths.home} look="quiet" wide disabled={find.isPending}>
            {t(signUpTexts.cancel)}
          </ButtonLink>
        </div>
        <MandatoryNote />
      </form>
      <div className={own.otherWays}>
        <AlreadyRegistered />
        <NeedHelp />
      </div>
    </SignUpFrame>
  )
}

function AlreadyRegistered() {
  return (
    <Link to={paths.home} className={own.link}>
      {t(signUpTexts.alreadyRegistered)}
    </Link>
  )
}

/** In a dialog (C§2.3), so that nothing typed is lost. */
function NeedHelp() {
  const { profile } = usePortalStart()
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <TextButton icon={<PhoneIcon />} onClick={() => setOpen(true)}>
        {t(signUpTexts.needHelp)}
      </TextButton>
      <Dialog open={isOpen} title={t(signUpTexts.needHelp)} onClose={() => setOpen(false)}>
        <div className={own.help}>
          <p>
            {t('Customer service can help you register. {customerServiceHours}', {
              customerServiceHours: profile.customerServiceHours,
            })}
          </p>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </div>
      </Dialog>
    </div>
  )
}
