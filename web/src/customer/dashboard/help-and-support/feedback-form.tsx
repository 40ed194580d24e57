import { accountsWithoutSearch, type UserDetails } from '@portal/contract/account-summary'
import {
  HelpTicket,
  sendTicket,
  type ContactType,
  contactTypes,
  helpTexts,
  longestTicketMessage,
} from '@portal/contract/help-and-support'
import { AccountNumber } from '@portal/contract/ids'
import { displayName } from '@portal/contract/text'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { asProblem, send } from '#api/send.ts'
import { UnsavedChanges } from '#session/leaving/unsaved-changes.tsx'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { area, choice, email, Fields, own, text } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { type Input, useForm, type ValuesOf } from '#ui/form/use-form.ts'
import { groupThousands } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { accountOption, type Accounts } from '../accounts/use-accounts.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'

const contactTypeNames: Readonly<Record<ContactType, string>> = { TECHNICAL: t('Technical'), COMPLAINT: t('Complaint') }

const { shape } = HelpTicket
const sender = {
  fullName: text({ id: 'customer-name', label: t('Customer name'), autoComplete: 'name' }, rule(shape.fullName)),
  emailAddress: email(
    { id: 'customer-email', label: t('Email'), hint: t('We’ll reply to this address.') },
    rule(shape.emailAddress),
  ),
  contactType: choice(
    {
      id: 'contact-type',
      label: t('Contact type'),
      data: contactTypes.map((type) => ({ value: type, label: contactTypeNames[type] })),
    },
    rule(shape.contactType),
  ),
}
/** Empty when the message is about no particular account. */
const about = { accountId: own('', { id: 'about-account' }) }
const message = {
  message: area(
    {
      label: t('Message'),
      hint: t('Up to {longestTicketMessage} characters. {noCardNumbers}', {
        longestTicketMessage: groupThousands(longestTicketMessage),
        noCardNumbers: t(helpTexts.noCardNumbers),
      }),
      longest: longestTicketMessage,
    },
    rule(shape.message),
  ),
}
const fields = { ...sender, ...about, ...message }

interface FeedbackFormProps {
  readonly details: UserDetails
  readonly accounts: Accounts
}

/**
 * 'Customer Feedback' (C§2.5): prefilled with the customer's details; the message stays until the server has accepted
 * it.
 */
export function FeedbackForm({ details, accounts }: FeedbackFormProps) {
  const { profile } = usePortalStart()
  const { form, attempt, errors, onSubmit, refuse } = useForm(fields, {
    initial: {
      fullName: displayName(details.fullName),
      emailAddress: details.emailAddress,
      contactType: 'TECHNICAL',
    },
  })
  const write = useMutation({
    mutationFn: async ({ accountId, contactType, ...feedback }: ValuesOf<typeof fields>) => {
      const body = {
        ...feedback,
        contactType: shape.contactType.parse(contactType),
        accountId: AccountNumber.safeParse(accountId).data ?? '',
        personId: details.personId,
        cis_division: profile.division,
      }
      return (await send(sendTicket, { body })).result
    },
    onSuccess: (result, sent) => {
      // What has been typed since then has not been sent yet.
      const isSent = result.status === 'Success' && form.getValues().message === sent.message
      if (isSent) form.setFieldValue('message', '')
    },
    onError: (error) => refuse(asProblem(error).errors),
  })
  const hasFailed = write.data?.status === 'Failed' || (write.error && asProblem(write.error).errors.length === 0)
  return (
    <form noValidate className={`${box.card} ${layout.form}`} onSubmit={onSubmit((feedback) => write.mutate(feedback))}>
      <UnsavedChanges areThere={form.values.message.trim() !== ''} hint="personId" />
      <h2>{t(helpTexts.form)}</h2>
      <ErrorSummary errors={errors} attempt={attempt} />
      <div className={layout.fields}>
        <Fields form={form} of={sender} />
        <AboutAccount accounts={accounts} {...form.input('accountId')} />
        <Fields form={form} of={message} />
      </div>
      <div role="status">
        {write.data?.status === 'Success' ? (
          <Notice tone="success" title={t(helpTexts.submitted)}>
            <p>{t('Your ticket number is {ticketNumber}.', { ticketNumber: write.data.ticketNumber })}</p>
          </Notice>
        ) : null}
      </div>
      {hasFailed ? <Notice tone="error" role="alert" title={t(helpTexts.failed)} /> : null}
      <Button type="submit" busy={write.isPending}>
        {t('Submit')}
      </Button>
    </form>
  )
}

const AccountSearch = lazyComponent(async () => (await import('../accounts/account-search.tsx')).AccountSearch)

interface AboutAccountProps extends Input<string> {
  readonly accounts: Accounts
}

/** The account that a message is about, if any. A search above a long list shortens it to the accounts found. */
function AboutAccount({ accounts, onChange, ...select }: AboutAccountProps) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState<ReadonlySet<AccountNumber> | null>(null)
  // The chosen account stays on the list, whatever is searched for.
  const rows = accounts.rows.filter(({ accID }) => !found || found.has(accID) || accID === select.value)
  return (
    <>
      {(accounts.total ?? 0) > accountsWithoutSearch ? (
        <Suspense>
          <AccountSearch accounts={accounts} words={words} onWords={setWords} onFound={setFound} />
        </Suspense>
      ) : null}
      <SelectField
        label={t('Account (optional)')}
        data={[{ value: '', label: t('No specific account') }, ...rows.map(accountOption)]}
        {...select}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}
