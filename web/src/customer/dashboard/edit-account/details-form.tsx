import { type EditAccountRecord, editAccountTexts } from '@portal/contract/edit-account'
import { ownSessionsTexts } from '@portal/contract/own-sessions'
import type { SecurityQuestion } from '@portal/contract/sign-up'
import { displayName } from '@portal/contract/text'
import { PhoneFields, questionChoices } from '#account/contact-fields.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { FormSection } from '#ui/form/field.tsx'
import { Fields } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { t } from '#ui/text/t.ts'
import {
  accountFields,
  type AccountForm,
  accountRules,
  address,
  contact,
  type DetailsOnFile,
  formOf,
  isAddressEditable,
  needsPassword,
  phones,
  proof,
  security,
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
  const { onFile, questions, states, draft, onDraft, onInstead, onCancel } = props
  const { details } = onFile
  const isEditable = isAddressEditable(details)
  const { form, attempt, errors, onSubmit, refuse } = useForm(accountFields, {
    initial: draft ?? formOf(details),
    rules: accountRules(details),
    without: isEditable ? {} : address,
    onValuesChange: onDraft,
  })
  const save = useSaveDetails({ onFile, refuse, onSaved: props.onSaved, onOutdated: props.onOutdated })
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <ErrorSummary errors={errors} attempt={attempt} />
      <PageHeading title={t(editAccountTexts.title)} hasError={errors.length > 0 || save.problem !== null} />
      {save.problem ? <ProblemNotice problem={save.problem} /> : null}
      <form noValidate className={`${box.card} ${layout.form}`} onSubmit={onSubmit((values) => save.send(values))}>
        <NotEditable details={details} />
        <LoginButtons blocked={save.isPending} onOpen={onInstead} />
        <FormSection title={t('Contact Details')}>
          <Fields form={form} of={contact} />
          <PhoneFields form={form} of={phones} />
        </FormSection>
        {isEditable ? (
          <FormSection title={t('Billing Address')}>
            <Fields form={form} of={address} extra={{ state: { choices: stateChoices(states) } }} />
            <DescriptionList items={[{ term: t('Country'), value: details.country }]} />
          </FormSection>
        ) : (
          <FixedAddress details={details} />
        )}
        <FormSection title={t('Security Details')}>
          <Fields form={form} of={security} extra={{ CharacteristicValue: { choices: questionChoices(questions) } }} />
        </FormSection>
        {needsPassword(form.values, details) ? <Fields form={form} of={proof} /> : null}
        <div className={layout.actions}>
          <Button type="submit" wide busy={save.isPending}>
            {t(editAccountTexts.save)}
          </Button>
          <Button look="quiet" wide blocked={save.isPending} onClick={onCancel}>
            {t(editAccountTexts.cancel)}
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

function stateChoices(states: readonly State[]) {
  return states.map(({ stateInitials, stateDesc }) => ({ value: stateInitials, label: stateDesc }))
}

/** The billing address can only be changed here when it is the person's own (C§2.5). */
function FixedAddress({ details }: { readonly details: EditAccountRecord }) {
  const { address1, address2, city, stateDesc, postal, country } = details
  return (
    <section className={layout.fields} aria-labelledby="billing-address">
      <h2 id="billing-address">{t('Billing Address')}</h2>
      <p>{[address1, address2, city, stateDesc, postal, country].filter(Boolean).join(', ')}</p>
      <p className={layout.note}>{t(editAccountTexts.addressFixed)}</p>
    </section>
  )
}

/** The username and name, which only customer service can change (C§2.5). */
function NotEditable({ details }: { readonly details: EditAccountRecord }) {
  return (
    <DescriptionList
      items={[
        { term: t('Username'), value: details.username },
        { term: t('Customer name'), value: displayName(details.fullName) },
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
        {t(editAccountTexts.changePassword)}
      </Button>
      <Button look="secondary" blocked={blocked} onClick={() => onOpen('sessions')}>
        {t(ownSessionsTexts.title)}
      </Button>
    </div>
  )
}
