import { PageHeading } from '#ui/page/page-heading.tsx'
import { t } from '#ui/text/t.ts'
import type { ViewProps } from '../accounts/use-accounts.ts'
import { NoAccount } from '../view-states.tsx'
import { AccountChoice, useChosenAccount } from './account-choice.tsx'
import { Consumption } from './consumption.tsx'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'

/** The twelve months of one account, which Account info has too (C§2.5). */
export function Usage({ accounts }: ViewProps) {
  const accountId = useChosenAccount(accounts)
  return (
    <div className={classes.page}>
      <PageHeading title={t('Usage')} />
      {accountId ? (
        <>
          <div className={classes.chooser}>
            <AccountChoice accounts={accounts} accountId={accountId} />
          </div>
          <section className={box.card} aria-labelledby="usage">
            <h2 id="usage">{t('12 months of usage and bills')}</h2>
            <Consumption accountId={accountId} />
          </section>
        </>
      ) : (
        <NoAccount />
      )}
    </div>
  )
}
