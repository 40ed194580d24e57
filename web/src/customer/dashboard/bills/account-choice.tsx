import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { SelectField } from '#ui/field.tsx'
import { accountOption } from '../account-label.ts'
import type { Accounts } from '../use-accounts.ts'

const route = getRouteApi(paths.dashboard)

interface AccountChoiceProps {
  readonly accounts: Accounts
  readonly accountId: string
}

/** The choice of the account to show, for customers with several (C§2.5). */
export function AccountChoice({ accounts, accountId }: AccountChoiceProps) {
  const navigate = route.useNavigate()
  if ((accounts.total ?? 0) < 2) return null
  return (
    <SelectField
      id="account-choice"
      label="Account"
      data={accounts.rows.map(accountOption)}
      value={accountId}
      onChange={(event) => {
        const account = event.currentTarget.value
        void navigate({ search: ({ view }) => ({ view, account }), replace: true, resetScroll: false })
      }}
    />
  )
}
