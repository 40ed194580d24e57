import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { billsPerPage, tryAgainLater, billsTexts } from '@portal/contract/bills'
import type { AccountNumber } from '@portal/contract/ids'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { NextIcon, PreviousIcon } from '#ui/icons.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { TurnButton } from '#ui/table/paging.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { Person, ViewProps } from '../accounts/use-accounts.ts'
import { LoadFailure, NoAccount, useResetReloads } from '../view-states.tsx'
import { AccountChoice, useChosenAccount } from './account-choice.tsx'
import { BillTable, useBills } from './bill-table.tsx'
import outlined from '#ui/button/outlined-button.module.css'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'
import own from './my-bills.module.css'

const PaperlessOffer = lazyComponent(async () => (await import('../notifications/paperless-news.tsx')).PaperlessOffer)

const route = getRouteApi(paths.dashboard)
const turnButton = `${outlined.icon} ${own.turn}`

/** My Bills (C§2.5): all bills of an account, in pages. */
export function MyBills({ person, accounts }: ViewProps) {
  const accountId = useChosenAccount(accounts)
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <PageHeading title={t('My Bills')} />
      {accountId ? (
        <>
          <AccountChoice accounts={accounts} accountId={accountId} />
          <Bills
            key={accountId}
            accountId={accountId}
            person={person}
            account={accounts.rows.find(({ accID }) => accID === accountId)?.row}
          />
          <Suspense>
            <PaperlessOffer key={`offer ${accountId}`} accountId={accountId} />
          </Suspense>
        </>
      ) : (
        <NoAccount />
      )}
    </div>
  )
}

interface BillsProps {
  readonly accountId: AccountNumber
  readonly person: Person
  /** Null while it could not be loaded: then no bill says whether it is paid. */
  readonly account: AccountSummaryRow | null | undefined
}

function Bills({ accountId, person, account }: BillsProps) {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const bills = useBills({ accountId, page, size: billsPerPage })
  useResetReloads(bills.isSuccess && !bills.isPlaceholderData)
  if (bills.isPending) return <Loading what={t('Loading bills')} rows={billsPerPage} />
  if (bills.isError) {
    const message = t(tryAgainLater, { error: t(asProblem(bills.error).message) })
    return <LoadFailure message={message} onTryAgain={() => void bills.refetch()} />
  }
  const { result, total } = bills.data
  const pages = Math.max(1, Math.ceil(total / billsPerPage))
  const turnTo = (next: number) =>
    void navigate({ search: (search) => ({ ...search, page: next > 1 ? next : undefined }), resetScroll: false })
  return (
    <section className={box.card} aria-label={t('Bills for account {accountId}', { accountId })}>
      <BillTable bills={result} person={person} account={account} />
      <div className={own.pages}>
        <p role="status">
          {t(billsTexts.shown, { shown: result.length, total })}{' '}
          <span className={own.page}>
            {bills.isPlaceholderData ? '' : t('Page {page} of {pages}', { page, pages })}
          </span>
        </p>
        <TurnButton
          className={turnButton}
          name={t('Previous page')}
          isLast={page <= 1}
          // From an address with a page that there is not, to the last one.
          onPress={() => turnTo(Math.min(page - 1, pages))}
        >
          <PreviousIcon />
        </TurnButton>
        <TurnButton
          className={turnButton}
          name={t('Next page')}
          isLast={page >= pages}
          onPress={() => turnTo(page + 1)}
        >
          <NextIcon />
        </TurnButton>
      </div>
    </section>
  )
}
