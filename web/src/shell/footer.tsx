import { rightsReserved } from '@portal/contract/page-words'
import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { leadsSomewhere, paths } from '#paths.ts'
import { ContactList } from '#ui/text/contact-list.tsx'
import { t } from '#ui/text/t.ts'
import { SchemeSwitch } from './scheme-switch.tsx'
import classes from './footer.module.css'

/** A§1, C§1, C§9. When short, the rights line alone. */
export function Footer({ short = false }: { readonly short?: boolean }) {
  const { profile, year } = usePortalStart()
  return (
    <footer className={classes.footer} data-short={short || undefined}>
      {short ? null : <Sections />}
      <div className={classes.last}>
        <p>{t(rightsReserved, { year: String(year), utility: profile.name })}</p>
        <SchemeSwitch />
      </div>
    </footer>
  )
}

const pages = [
  { to: paths.faq, name: t('Frequently asked questions') },
  { to: paths.termsAndConditions, name: t('Terms and Conditions') },
  { to: paths.privacyPolicy, name: t('Privacy Policy') },
] as const

/** What most visitors never open is folded; contact and links are always there. */
function Sections() {
  const { profile } = usePortalStart()
  const forms = profile.autoPayForms.filter((form) => leadsSomewhere(form.to))
  return (
    <div className={classes.sections} data-no-print>
      <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
      <details className={classes.more}>
        <summary>{t('Offices and hours')}</summary>
        <p className={classes.meta}>{profile.customerServiceHours}</p>
        <div className={classes.offices}>
          {profile.offices.map((office) => (
            <section key={office.name}>
              <h3>{office.name}</h3>
              <p className={classes.meta}>{office.address}</p>
              {office.hours.map((hours) => (
                <p key={hours} className={classes.meta}>
                  {hours}
                </p>
              ))}
            </section>
          ))}
        </div>
      </details>
      <details className={classes.more}>
        <summary>{t('Paying online')}</summary>
        <ul className={classes.meta}>
          {profile.benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      </details>
      <ul className={classes.links}>
        <li>
          <a href={paths.payNow}>{t('Pay Now')}</a>
        </li>
        {pages.map(({ to, name }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
        {[{ label: t('{shortName} website', { shortName: profile.shortName }), to: profile.website }, ...forms].map(
          ({ label, to }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ),
        )}
      </ul>
    </div>
  )
}
