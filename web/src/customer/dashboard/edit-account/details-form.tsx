import type { EditAccountRecord } from '@portal/contract/edit-account'
import { editAccountTexts } from '@portal/contract/edit-account-texts'
import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import type { SecurityQuestion } from '@portal/contract/sign-up'
import { displayName } from '@portal/contract/text'
import { useMemo } from 'react'
import { PhoneFields, SecurityFields } from '#account/contact-fields.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { FormSection, SelectField, type SelectFieldProps, TextField, type TextFieldProps } from '#ui/form/field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { useScrollToTop } from '#ui/page/use-scroll-to-top.ts'
import { DescriptionList } from '#ui/text/description-list.tsx'
import {
  type AccountForm,
  accountFormIds,
  accountFormSchema,
  type DetailsOnFile,
  formOf,
  isAddressEditable,
  needsPassword,
} from './fields.ts'
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

interface State {
  readonly stateInitials: string
  readonly stateDesc: string
}

type AddressName = 'address1' | 'address2' | 'city' | 'postal'

interface AddressSectionProps {
  readonly details: EditAccountRecord
  readonly states: readonly State[]
  readonly field: (name: AddressName) => Omit<TextFieldProps, 'label'>
  readonly state: Omit<SelectFieldProps, 'label' | 'data'>
}

/** The billing address, which can only be changed here when it is the person's own (C§2.5). */
function AddressSection({ details, states, field, state }: AddressSectionProps) {
  if (!isAddressEditable(details)) return <FixedAddress details={details} />
  const choices = states.map(({ stateInitials, stateDesc }) => ({ value: stateInitials, label: stateDesc }))
  return (
    <FormSection title="Billing Address">
      <TextField
        id={accountFormIds.address1}
        label="Address line 1"
        required
        autoComplete="address-line1"
        {...field('address1')}
      />
      <TextField
        id={accountFormIds.address2}
        label="Address line 2"
        autoComplete="address-line2"
        {...field('address2')}
      />
      <TextField id={accountFormIds.city} label="City" required autoComplete="address-level2" {...field('city')} />
      <SelectField
        id={accountFormIds.state}
        label="State / Province"
        required
        autoComplete="address-level1"
        data={[{ value: '', label: 'Choose a state' }, ...choices]}
        {...state}
      />
      <TextField
        id={accountFormIds.postal}
        className={layout.short}
        label="Zip code"
        required
        inputMode="numeric"
        autoComplete="postal-code"
        {...field('postal')}
      />
      <DescriptionList items={[{ term: 'Country', value: details.country }]} />
    </FormSection>
  )
}

function FixedAddress({ details }: { readonly details: EditAccountRecord }) {
  const { address1, address2, city, stateDesc, postal, country } = details
  return (
    <section className={layout.fields} aria-labelledby="billing-address">
      <h2 id="billing-address">Billing Address</h2>
      <p>{[address1, address2, city, stateDesc, postal, country].filter(Boolean).join(', ')}</p>
      <p className={layout.note}>{editAccountTexts.addressFixed}</p>
    </section>
  )
}

/** The username and name, which only customer service can change (C§2.5). */
function NotEditable({ details }: { readonly details: EditAccountRecord }) {
  return (
    <DescriptionList
      items={[
        { term: 'Username', value: details.username },
        { term: 'Customer name', value: displayName(details.fullName) },
      ]}
    />
  )
}

/** What belongs to the login and not to an account: the Password view, or the list of the customer's sessions. */
export type OfLogin = 'password' | 'sessions'

interface LoginButtonsProps {
  readonly blocked?: boolean
  readonly onOpen: (view: OfLogin) => void
}

/** Open what belongs to the customer's login (C§2.5). */
export function LoginButtons({ blocked = false, onOpen }: LoginButtonsProps) {
  return (
    <div className={classes.actions}>
      <Button look="secondary" blocked={blocked} onClick={() => onOpen('password')}>
        {editAccountTexts.changePassword}
      </Button>
      <Button look="secondary" blocked={blocked} onClick={() => onOpen('sessions')}>
        {ownSessionsTexts.title}
      </Button>
    </div>
  )
}
