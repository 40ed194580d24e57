import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { rich } from '#ui/text/rich.ts'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { useUserDetails, type ViewProps } from '../accounts/use-accounts.ts'
import { Retry } from '../view-states.tsx'
import { FeedbackForm } from './feedback-form.tsx'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'
import own from './help.module.css'

/** The height of the form in table rows, so that its placeholder does not make the page jump. */
const formRows = 11

/** Help & Support (C§2.5): a form to write to customer service, and the offices. */
export function HelpAndSupport({ person, accounts }: ViewProps) {
  return (
    <div className={classes.page}>
      <div className={classes.heading}>
        <PageHeading title={t('Help & Support')} />
        <p className={classes.lead}>
          {rich('Many questions are answered in the {link}. For everything else, write to us.', {
            link: <Link to={paths.faq}>{t('FAQ')}</Link>,
          })}
        </p>
      </div>
      <div className={own.columns}>
        <Feedback person={person} accounts={accounts} />
        <Offices />
      </div>
    </div>
  )
}

/** The form is only shown to customers with account details (C§2.5); others are told how else to reach us. */
function Feedback({ person, accounts }: ViewProps) {
  const details = useUserDetails(person.personId)
  if (details.isPending) return <Loading what={t('Loading your details')} rows={formRows} />
  if (details.isSuccess) return <FeedbackForm details={details.data} accounts={accounts} />
  if (['not-allowed', 'not-found'].includes(asProblem(details.error).name)) {
    return (
      <Notice tone="info" title={t('We don’t have your account details, so this form isn’t available.')}>
        <p>{t('Call or email us instead.')}</p>
      </Notice>
    )
  }
  return <Retry error={details.error} onTryAgain={() => void details.refetch()} />
}

function Offices() {
  const { profile } = usePortalStart()
  return (
    <section className={box.card} aria-labelledby="offices">
      <h2 id="offices">{t('Offices and hours')}</h2>
      {profile.offices.map((office) => (
        <div key={office.name}>
          <h3>{office.name}</h3>
          <p>{office.address}</p>
          {office.hours.map((hours) => (
            <p key={hours} className={classes.muted}>
              {hours}
            </p>
          ))}
        </div>
      ))}
      <div>
        <h3>{t('Phone and email')}</h3>
        <p className={classes.muted}>{profile.customerServiceHours}</p>
      </div>
      <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
    </section>
  )
}
