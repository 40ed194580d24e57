import { editAccountTexts } from '@portal/contract/edit-account-texts'
import type { SecurityQuestion } from '@portal/contract/sign-up'
import { useMemo } from 'react'
import { PhoneFields } from '#account/phone-fields.tsx'
import { SecurityFields } from '#account/security-fields.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { useScrollToTop } from '#ui/page/use-scroll-to-top.ts'
import {
  type AccountForm,
  accountFormIds,
  accountFormSchema,
  type DetailsOnFile,
  formOf,
  needsPassword,
} from './account-form.ts'
import { AddressSection, type State } from './address-section.tsx'
import { LoginButtons, type OfLogin } from './login-buttons.tsx'
import { NotEditable } from './not-editable.tsx'
import { useSaveDetails } from './use-save-details.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'

interface DetailsFormProps {
  readonly onFile: DetailsOnFile
  readonly questions: readonly SecurityQuestion[]
  readonly states: readonly State[]
  /** The values of an unfinished edit, if there is one. */
  readonly draft: AccountForm | null
  readonly onDraft: (draft: AccountForm) => void
  /** Called with the values that the server has accepted. */
  readonly onSaved: (saved: AccountForm) => Promise<void>
  /** Called when somebody else has changed the same details in the meantime. */
  readonly onOutdated: () => Promise<unknown>
  readonly onInstead: (view: OfLogin) => void
  readonly onCancel: () => void
}

/** The details that a customer may change, and those they may not (C§2.5). */
export function DetailsForm(props: DetailsFormProps) {
  useScrollToTop()
  const { onFile, questions, states, draft, onDraft, onInstead, onCancel } = props
  const { details } = onFile
  const check = useMemo(() => checkBySchema(accountFormSchema(details)), [details])
  const { form, attempt, errors, onSubmit, refuse } = useCheckedForm<AccountForm>({
    initialValues: draft ?? formOf(details),
    check,
    fieldIds: accountFormIds,
    onValuesChange: onDraft,
  })
  const save = useSaveDetails({ onFile, refuse, onSaved: props.onSaved, onOutdated: props.onOutdated })
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <ErrorSummary errors={errors} attempt={attempt} />
      <PageHeading title={editAccountTexts.title} hasError={errors.length > 0 || save.problem !== null} />
      {save.problem ? <ProblemNotice problem={save.problem} /> : null}
      <form noValidate className={`${box.card} ${layout.form}`} onSubmit={onSubmit((values) => save.send(values))}>
        <NotEditable details={details} />
        <LoginButtons blocked={save.isPending} onOpen={onInstead} />
        <FormSection title="Contact Details">
          <TextField
            id={accountFormIds.emailAddress}
            label="Email address"
            hint="If you change it, we’ll email both the old and the new address."
            required
            type="email"
            autoComplete="email"
            {...form.getInputProps('emailAddress')}
          />
          <PhoneFields field={(name) => form.getInputProps(name)} />
        </FormSection>
        <AddressSection
          details={details}
          states={states}
          field={(name) => form.getInputProps(name)}
          state={form.getInputProps('state')}
        />
        <FormSection title="Security Details">
          <SecurityFields
            questions={questions}
            hint="Leave blank to keep your current answer."
            isAnswerOptional
            question={form.getInputProps('characteristicValue')}
            answer={form.getInputProps('answer')}
          />
        </FormSection>
        {needsPassword(form.values, details) ? (
          <PasswordField
            id={accountFormIds.currentPassword}
            label="Current password"
            hint="Needed to change your email address, security question or answer."
            required
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
        ) : null}
        <div className={layout.actions}>
          <Button type="submit" wide busy={save.isPending}>
            {editAccountTexts.save}
          </Button>
          <Button look="quiet" wide blocked={save.isPending} onClick={onCancel}>
            {editAccountTexts.cancel}
          </Button>
        </div>
      </form>
    </div>
  )
}
