import { accountsWithoutSearch } from '@portal/contract/account-summary'
import { AccountNumber } from '@portal/contract/ids'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { paths } from '#paths.ts'
import { SelectField } from '#ui/form/field.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { accountOption, type Accounts } from '../accounts/use-accounts.ts'
import classes from '../dashboard.module.css'

const AccountFinder = lazyComponent(async () => (await import('../accounts/account-search.tsx')).AccountFinder)

const route = getRouteApi(paths.dashboard)

interface AccountChoiceProps {
  readonly accounts: Accounts
  readonly accountId: string
}

/** The choice of the account to show, for customers with several (C§2.5); with many, a search as well. */
export function AccountChoice({ accounts, accountId }: AccountChoiceProps) {
  const navigate = route.useNavigate()
  const total = accounts.total ?? 0
  if (total < 2) return null
  return (
    <div className={classes.stack}>
      {total > accountsWithoutSearch ? (
        <Suspense>
          <AccountFinder accounts={accounts} onChosen={() => document.getElementById('account-choice')?.focus()} />
        </Suspense>
      ) : null}
      <SelectField
        id="account-choice"
        label={t('Account')}
        data={accounts.rows.map(accountOption)}
        value={accountId}
        onChange={(event) => {
          const account = event.currentTarget.value
          void navigate({ search: ({ view }) => ({ view, account }), replace: true, resetScroll: false })
        }}
      />
    </div>
  )
}

/**
 * The account in the address if it is one of the customer's, otherwise their first; null without accounts. While
 * accounts are still arriving, any number is accepted: the server refuses those of others.
 */
export function useChosenAccount(accounts: Accounts): AccountNumber | null {
  const { account } = route.useSearch()
  const named = AccountNumber.safeParse(account).data
  if (named && (accounts.hasMore || accounts.rows.some((row) => row.accID === named))) return named
  return accounts.rows[0]?.accID ?? null
}
