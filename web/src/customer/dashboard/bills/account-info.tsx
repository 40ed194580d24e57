import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { billingDataTexts, hasBillDates } from '@portal/contract/billing-data'
import { readLatestBill, tryAgainLater } from '@portal/contract/bills'
import type { AccountNumber } from '@portal/contract/ids'
import { isDue, isInArrears } from '@portal/contract/owed'
import { editAccountTitle } from '@portal/contract/page-words'
import { paymentFormTexts } from '@portal/contract/payments'
import { displayName } from '@portal/contract/text'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BalancesOf } from '#account/balances-of.tsx'
import { contactItems } from '#account/contact-items.ts'
import { DueDate } from '#account/due-date.tsx'
import { tooLittleInWords } from '#account/standing.tsx'
import { useLacks } from '#api/portal-start.tsx'
import { asProblem, send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { cannotPayReason } from '#payment/accounts-to-pay/cannot-pay-reason.ts'
import { keepTypedAccount } from '#payment/accounts-to-pay/typed-account.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { useUserDetails, type ViewProps } from '../accounts/use-accounts.ts'
import { LoadFailure, NoAccount, Retry, useResetReloads } from '../view-states.tsx'
import { AccountChoice, useChosenAccount } from './account-choice.tsx'
import { Consumption } from './consumption.tsx'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'
import own from './account-info.module.css'

/** Account info (C§2.5): the balance of one account, its usage, and its owner. */
export function AccountInfo({ person, accounts }: ViewProps) {
  const accountId = useChosenAccount(accounts)
  const lacks = useLacks()
  return (
    <div className={classes.page}>
      <PageHeading title={t('Account info')} />
      {accountId ? (
        <>
          <div className={classes.chooser}>
            <AccountChoice accounts={accounts} accountId={accountId} />
          </div>
          <Balance key={accountId} accountId={accountId} personId={person.personId} />
          {lacks.includes('usage') ? null : (
            <section className={box.card} aria-labelledby="usage">
              <h2 id="usage">{t('12 months of usage and bills')}</h2>
              <Consumption accountId={accountId} />
            </section>
          )}
          <Owner personId={person.personId} accountId={accountId} isOnlyOne={accounts.total === 1} />
        </>
      ) : (
        <NoAccount />
      )}
    </div>
  )
}

interface AccountProps {
  readonly accountId: AccountNumber
  readonly personId: ViewProps['person']['personId']
}

function Balance({ accountId, personId }: AccountProps) {
  const details = useUserDetails(personId, accountId)
  const latest = useQuery({
    queryKey: ['latest-bill', accountId],
    queryFn: async ({ signal }) => (await send(readLatestBill, { as: 'customer', body: { accountId }, signal })).result,
  })
  useResetReloads(latest.data?.status === 'Success')
  const tryAgain = () => void latest.refetch()
  if (latest.isPending) {
    return (
      <div className={own.waiting}>
        <Loading what={t('Loading the balance')} rows={2} />
      </div>
    )
  }
  if (latest.isError) {
    return (
      <LoadFailure message={t(tryAgainLater, { error: t(asProblem(latest.error).message) })} onTryAgain={tryAgain} />
    )
  }
  if (latest.data.status === 'Failed') {
    return <LoadFailure message={t(tryAgainLater, { error: t(latest.data.description) })} onTryAgain={tryAgain} />
  }
  return <BalanceCard account={latest.data.account} postal={details.data?.postal ?? ''} />
}

interface BalanceCardProps {
  readonly account: AccountSummaryRow
  /** The billing zip code, to begin Pay Now with; empty while it is not known. */
  readonly postal: string
}

function BalanceCard({ account, postal }: BalanceCardProps) {
  const reason = cannotPayReason(account)
  const little = tooLittleInWords(account)
  const lacks = useLacks()
  return (
    <section className={`${box.card} ${own.balance}`} aria-labelledby="balance">
      <h2 id="balance">{t(lacks.includes('dueDate') ? billingDataTexts.dueNow : 'Total amount due')}</h2>
      <p className={own.amount}>{dollars(account.amount)}</p>
      <Dates account={account} />
      <BalancesOf />
      {account.amount < 0 ? <p className={classes.muted}>{t(paymentFormTexts.inCredit)}</p> : null}
      {reason || little ? <p className={classes.muted}>{reason ?? little}</p> : null}
      <div className={classes.actions}>
        <ButtonLink
          to={paths.payNow}
          onClick={({ ctrlKey, metaKey, shiftKey }) => {
            // A new tab has a memory of its own; this one must not keep the account for whoever comes next.
            if (!ctrlKey && !metaKey && !shiftKey) keepTypedAccount({ accountId: account.accID, postal })
          }}
        >
          {t('Pay Now')}
        </ButtonLink>
        {lacks.includes('bills') ? null : (
          <ButtonLink to={paths.dashboard} search={{ view: 'bills', account: account.accID }} look="secondary">
            {t('My Bills')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

/** Those that the data have. */
function Dates({ account }: Pick<BalanceCardProps, 'account'>) {
  const lacks = useLacks()
  const { amount, latestBill } = account
  return (
    <dl className={own.dates}>
      {hasBillDates(lacks) ? (
        <div>
          <dt>{t('Bill date')}</dt>
          <dd>{latestBill ? formatDate(latestBill.billDate) : t('No bill yet')}</dd>
        </div>
      ) : null}
      {lacks.includes('dueDate') ? null : (
        <div>
          <dt>{t('Due date')}</dt>
          <dd>{isDue(amount) ? <WhenDue account={account} /> : t('Nothing due')}</dd>
        </div>
      )}
    </dl>
  )
}

/** Something may be owed before there is a bill. */
function WhenDue({ account }: Pick<BalanceCardProps, 'account'>) {
  return isInArrears(account) || account.dueDate ? <DueDate account={account} /> : t('No date yet')
}

interface OwnerProps extends AccountProps {
  /** Customers with several accounts edit their details from the account summary instead (C§2.5, C§6). */
  readonly isOnlyOne: boolean
}

function Owner({ personId, accountId, isOnlyOne }: OwnerProps) {
  const details = useUserDetails(personId, accountId)
  if (details.isPending) return <Loading what={t('Loading your details')} rows={3} />
  if (details.isError) return <Retry error={details.error} onTryAgain={() => void details.refetch()} />
  const { data } = details
  const mailing = [data.addressLine1, data.addressLine2, data.city, data.state, data.postal].filter(Boolean).join(', ')
  return (
    <div className={classes.columns}>
      <section className={box.card} aria-labelledby="account-information">
        <div className={classes.cardHead}>
          <h2 id="account-information">{t('Account Information')}</h2>
          {isOnlyOne ? (
            <Link to={paths.dashboard} search={{ view: 'edit', account: accountId }} data-no-print>
              {t(editAccountTitle)}
            </Link>
          ) : null}
        </div>
        <DescriptionList
          items={[
            { term: t('Name'), value: displayName(data.fullName) },
            { term: t('Account number'), value: accountId },
          ]}
        />
      </section>
      <section className={box.card} aria-labelledby="contact-information">
        <h2 id="contact-information">{t('Contact Information')}</h2>
        <DescriptionList
          items={[
            { term: t('Premise address'), value: data.premiseAddress },
            { term: t('Mailing address'), value: mailing },
            ...contactItems(data),
          ]}
        />
      </section>
    </div>
  )
}
