import { MailIcon, PhoneIcon } from '../icons.tsx'
import classes from './contact-list.module.css'

interface ContactListProps {
  readonly phones: readonly { readonly label: string; readonly number: string }[]
  readonly email?: string
}

/** Phone numbers and an e-mail address, as links that call or write. */
export function ContactList({ phones, email }: ContactListProps) {
  return (
    <ul className={classes.contact}>
      {phones.map((phone) => (
        <li key={phone.number}>
          <span>{phone.label}</span> <PhoneIcon />
          <a href={`tel:${phone.number}`}>{phone.number}</a>
        </li>
      ))}
      {email ? (
        <li>
          <MailIcon />
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      ) : null}
    </ul>
  )
}
