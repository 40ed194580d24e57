import type { UserDetails } from '@portal/contract/account-summary'

type Contact = Pick<UserDetails, 'homePhone' | 'mobilePhone' | 'workPhone' | 'emailAddress'>

const notOnFile = 'Not on file'

/** Phone numbers and e-mail address for a `DescriptionList`, with a text for each that is missing. */
export function contactItems({ homePhone, mobilePhone, workPhone, emailAddress }: Contact) {
  return [
    { term: 'Home phone', value: homePhone || notOnFile },
    { term: 'Mobile phone', value: mobilePhone || notOnFile },
    { term: 'Work phone', value: workPhone || notOnFile },
    { term: 'Email', value: emailAddress || notOnFile },
  ]
}
