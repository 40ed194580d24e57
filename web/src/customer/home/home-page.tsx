import { payNowMaintenanceMessage } from '@portal/contract/maintenance'
import { WhereIsMyNumber } from '#account/sample-bill.tsx'
import { SampleBillImage } from '#account/sample-bill-image.tsx'
import { paths } from '#paths.ts'
import { CardMarks } from '#payment/card-marks.tsx'
import { usePortalStart } from '#session/portal-start.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ContactList } from '#ui/contact-list.tsx'
import { ArrowIcon, BillIcon, CardIcon, HomeIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import classes from './home-page.module.css'
import { Picture } from './picture.tsx'
import { Waves } from './waves.tsx'

const needed = [
  { icon: BillIcon, title: 'Your account number', text: 'Ten digits, printed at the top right of your bill.' },
  { icon: HomeIcon, title: 'Your billing zip code', text: 'Five digits, from the address on your bill.' },
  { icon: CardIcon, title: 'Your card', text: 'Visa, Mastercard or Discover. There is no fee.' },
]

/** The home of the portal (C§2.2): welcome, Pay Now, and what it takes. */
export function HomePage() {
  const { profile } = usePortalStart()
  return (
    <>
      <Welcome />
      <section className={classes.needed} aria-labelledby="needed">
        <h2 id="needed">What you need</h2>
        <ul>
          {needed.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <span className={classes.badge}>
                <Icon size={24} />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className={classes.pair}>
        <section className={classes.card} aria-labelledby="where">
          <div>
            <h2 id="where">Where to find your account number</h2>
            <p>It has ten digits and stands at the top right of every bill, beside the bill date.</p>
            <WhereIsMyNumber />
          </div>
          <div className={classes.bill} aria-hidden="true">
            <SampleBillImage />
          </div>
        </section>
        <section className={classes.card} aria-labelledby="help">
          <div>
            <h2 id="help">Need help?</h2>
            <p>{profile.customerServiceHours}</p>
            <ContactList phones={profile.phones} />
          </div>
        </section>
      </div>
    </>
  )
}

function Welcome() {
  const { profile, maintenance } = usePortalStart()
  return (
    <section className={classes.hero}>
      <div className={classes.welcome}>
        <p className={classes.eyebrow}>Welcome to {profile.name}</p>
        <PageHeading title="Pay your water bill" />
        <p className={classes.lead}>Pay by card in about two minutes. No account or password needed.</p>
        {maintenance.payNow ? (
          <Notice tone="warning">
            <p>{payNowMaintenanceMessage}</p>
          </Notice>
        ) : (
          <ButtonLink to={paths.payNow} look="inverse" large icon={<ArrowIcon size={24} />}>
            Pay Now
          </ButtonLink>
        )}
        <div className={classes.accepted}>
          <span>We accept</span>
          <CardMarks />
        </div>
      </div>
      <Picture />
      <Waves />
    </section>
  )
}
