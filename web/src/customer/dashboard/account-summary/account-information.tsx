import type { UserDetails } from '@portal/contract/account-summary'
import { editAccountTitle } from '@portal/contract/page-words'
import { displayName } from '@portal/contract/text'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { contactItems } from '#account/contact-items.ts'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { Retry } from '../view-states.tsx'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'

interface AccountInformationProps {
  readonly details: UseQueryResult<UserDetails>
}

/** The customer's name and contact details (C§2.5), and the way to what they can set. */
export function AccountInformation({ details }: AccountInformationProps) {
  const { savesCards } = usePortalStart()
  return (
    <section className={box.card} aria-labelledby="account-information">
      <div className={classes.cardHead}>
        <h2 id="account-information">{t('Account Information')}</h2>
        <Link to={paths.dashboard} search={{ view: 'edit' }} data-no-print>
          {t(editAccountTitle)}
        </Link>
      </div>
      <Details details={details} />
      <nav className={classes.links} aria-label={t('Your settings')} data-no-print>
        {savesCards ? (
          <Link to={paths.dashboard} search={{ view: 'payment-methods' }}>
            {t('Payment methods and AutoPay')}
          </Link>
        ) : null}
        <Link to={paths.dashboard} search={{ view: 'notifications' }}>
          {t('Notifications')}
        </Link>
      </nav>
    </section>
  )
}

function Details({ details }: AccountInformationProps) {
  if (details.isPending) return <Loading what={t('Loading your details')} rows={3} />
  if (details.isError) return <Retry error={details.error} onTryAgain={() => void details.refetch()} />
  return (
    <DescriptionList
      items={[{ term: t('Customer name'), value: displayName(details.data.fullName) }, ...contactItems(details.data)]}
    />
  )
}
