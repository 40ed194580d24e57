import { AccountToProve, signUpTexts, validateZip } from '@portal/contract/sign-up'
import { displayName, maskName } from '@portal/contract/text'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type TypedProofs, proofFieldsOf } from '#account/proof-fields.tsx'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { Button, ButtonLink, TryAgain } from '#ui/button/button.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { rulesOf } from '#ui/form/rule.ts'
import { useForm } from '#ui/form/use-form.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { customerQuery, provenCustomerQuery } from './customer-records.ts'
import { MandatoryNote, SignUpFrame, WayBack } from './sign-up-frame.tsx'
import type { Enrollment } from './sign-up-memory.ts'
import { useCustomerProblem, useStepProblem, type WayOut } from './use-step-problem.ts'
import classes from '#ui/form/form-layout.module.css'
import own from './sign-up.module.css'

interface AccountDetailsStepProps extends WayOut {
  readonly enrollment: Enrollment
  readonly onBack: () => void
  /** The proof is correct and the address was confirmed. */
  readonly onConfirmed: () => void
}

const { accountId: _, ...proofs } = AccountToProve.shape
const rules = rulesOf(proofs)
const zip = { id: 'billing-zip', className: classes.short, hint: t('5 digits, from the mailing address on your bill') }

/** Step 2 (C§2.3): the billing zip code, or what the profile asks for, proves that the account is theirs. */
export function AccountDetailsStep({ enrollment, onBack, onConfirmed, ...wayOut }: AccountDetailsStepProps) {
  const { profile } = usePortalStart()
  const queries = useQueryClient()
  const trouble = useStepProblem(wayOut)
  const customer = useQuery(customerQuery(enrollment))
  const unread = useCustomerProblem(customer.error, wayOut)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [fields] = useState(() => proofFieldsOf('registration', rules, { zip, required: true }))
  const { form, errors, onSubmit } = useForm(fields, { hasNoSummary: true })
  const prove = useMutation({
    mutationFn: async (typed: TypedProofs) =>
      (await send(validateZip, { body: { ...typed, accountId: enrollment.accountId } })).result,
    onMutate: () => {
      setRefusal(null)
      trouble.clear()
    },
    onSuccess: (result) => {
      if (result.status === 'Failed') return setRefusal(result.details)
      // So that the last step opens at once. What was fetched before the proof is masked, so it is removed first.
      const proven = provenCustomerQuery(enrollment, profile.division)
      queries.removeQueries(proven)
      void queries.prefetchQuery(proven)
    },
    onError: trouble.report,
  })
  const submit = onSubmit((typed) => {
    if (!prove.isPending) prove.mutate(typed)
  })
  const proven = prove.data?.status === 'Success' ? prove.data.details : null
  // The server returns the whole name once the proof is right; whoever comes back here has not asked to see it.
  const name = customer.data?.customerDetails.fullName
  const hasError = errors.length > 0 || Boolean(refusal) || trouble.problem !== null || unread !== null
  return (
    <SignUpFrame step={1} lead={t('To protect your privacy, we show only part of your name.')} hasError={hasError}>
      {refusal ? <Notice tone="error" role="alert" title={refusal} /> : null}
      {trouble.problem ? <ProblemNotice problem={trouble.problem} /> : null}
      {unread ? (
        <ProblemNotice
          problem={unread.inWords(t(signUpTexts.network))}
          actions={<TryAgain onClick={() => void customer.refetch()} />}
        />
      ) : null}
      <DescriptionList
        items={[
          { term: t('Account number'), value: enrollment.accountId },
          ...(unread
            ? []
            : [{ term: t('Customer name'), value: name === undefined ? '…' : maskName(displayName(name)) }]),
        ]}
      />
      <form noValidate className={classes.form} onSubmit={submit}>
        <Fields form={form} of={fields} />
        <div className={classes.actions}>
          <Button type="submit" wide busy={prove.isPending}>
            {prove.isPending ? t(signUpTexts.verifying) : t(signUpTexts.continue)}
          </Button>
          <WayBack blocked={prove.isPending} onBack={onBack} />
        </div>
        <MandatoryNote />
      </form>
      {proven ? <ConfirmAddress address={proven.Address} onBack={() => prove.reset()} onProceed={onConfirmed} /> : null}
    </SignUpFrame>
  )
}

interface ConfirmAddressProps {
  /** As the server sent it, masked. */
  readonly address: string
  readonly onBack: () => void
  readonly onProceed: () => void
}

/** C§2.3; with what to do when the address is wrong. */
function ConfirmAddress({ address, onBack, onProceed }: ConfirmAddressProps) {
  const { profile } = usePortalStart()
  return (
    <Dialog
      open
      title={t(signUpTexts.confirmAddress)}
      onClose={onBack}
      actions={
        <>
          <Button onClick={onProceed}>{t(signUpTexts.proceed)}</Button>
          <Button look="secondary" onClick={onBack}>
            {t(signUpTexts.back)}
          </Button>
          <ButtonLink to={paths.home} look="quiet">
            {t(signUpTexts.cancel)}
          </ButtonLink>
        </>
      }
    >
      <div className={own.help}>
        <p>{t('Do we send your bills here? To protect your privacy, we show only part of the address.')}</p>
        <p className={own.address}>{address}</p>
        <p>{t('If this isn’t your address, cancel, then call us or email customer service.')}</p>
        <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
      </div>
    </Dialog>
  )
}
