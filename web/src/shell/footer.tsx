import { rightsReserved } from '@portal/contract/page-words'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { leadsSomewhere, paths } from '#paths.ts'
import { ContactList } from '#ui/text/contact-list.tsx'
import { t } from '#ui/text/t.ts'
import classes from './footer.module.css'

/**
 * The footer of every page (A§1, C§1, C§9): contact, offices, benefits, links and the rights line; when short, that
 * line alone.
 */
export function Footer({ short = false }: { readonly short?: boolean }) {
  const { profile, year } = usePortalStart()
  return (
    <footer className={classes.footer} data-short={short || undefined}>
      {short ? null : <Columns />}
      <p className={classes.rights}>{rightsReserved(year, profile.name)}</p>
    </footer>
  )
}

const pages = [
  { to: paths.faq, name: t('Frequently asked questions') },
  { to: paths.termsAndConditions, name: t('Terms and Conditions') },
  { to: paths.privacyPolicy, name: t('Privacy Policy') },
] as const

function Columns() {
  const { profile } = usePortalStart()
  const forms = profile.autoPayForms.filter((form) => leadsSomewhere(form.to))
  return (
    <div className={classes.columns} data-no-print>
      <Column title={t('Get in touch')}>
        <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        <p className={classes.meta}>{profile.customerServiceHours}</p>
      </Column>
      <Column title={t('Our offices')}>
        {profile.offices.map((office) => (
          <div key={office.name}>
            <h3>{office.name}</h3>
            <p className={classes.meta}>{office.address}</p>
            {office.hours.map((hours) => (
              <p key={hours} className={classes.meta}>
                {hours}
              </p>
            ))}
          </div>
        ))}
      </Column>
      <Column title={t('Paying online')}>
        <ul className={classes.list}>
          {profile.benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      </Column>
      <Column title={t('Links')}>
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
      </Column>
    </div>
  )
}

function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.column}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
