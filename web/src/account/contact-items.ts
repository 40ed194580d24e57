import type { UserDetails } from '@portal/contract/account-summary'
import { t } from '#ui/text/t.ts'

type Contact = Pick<UserDetails, 'homePhone' | 'mobilePhone' | 'workPhone' | 'emailAddress'>

const notOnFile = t('Not on file')

/** Phone numbers and e-mail address for a `DescriptionList`, with a text for each that is missing. */
export function contactItems({ homePhone, mobilePhone, workPhone, emailAddress }: Contact) {
  return [
    { term: t('Home phone'), value: homePhone || notOnFile },
    { term: t('Mobile phone'), value: mobilePhone || notOnFile },
    { term: t('Work phone'), value: workPhone || notOnFile },
    { term: t('Email'), value: emailAddress || notOnFile },
  ]
}
