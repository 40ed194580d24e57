import { accountsWithoutSearch } from '@portal/contract/account-ticks-texts'
import type { AccountNumber } from '@portal/contract/ids'
import { Suspense, useState } from 'react'
import { SelectField, type SelectFieldProps } from '#ui/form/field.tsx'
import { lazyComponent } from '#ui/waiting/when-online.ts'
import { accountOption } from '../accounts/account-label.ts'
import type { Accounts } from '../accounts/use-accounts.ts'

const AccountSearch = lazyComponent(async () => (await import('../accounts/account-search.tsx')).AccountSearch)

interface AboutAccountProps extends Omit<SelectFieldProps, 'label' | 'data'> {
  readonly accounts: Accounts
}

/** The account that a message is about, if any. A search above a long list shortens it to the accounts found. */
export function AboutAccount({ accounts, ...select }: AboutAccountProps) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState<ReadonlySet<AccountNumber> | null>(null)
  // The chosen account stays on the list, whatever is searched for.
  const rows = accounts.rows.filter(({ accID }) => !found || found.has(accID) || accID === select.value)
  return (
    <>
      {(accounts.total ?? 0) > accountsWithoutSearch ? (
        <Suspense>
          <AccountSearch accounts={accounts} words={words} onWords={setWords} onFound={setFound} />
        </Suspense>
      ) : null}
      <SelectField
        label="Account (optional)"
        data={[{ value: '', label: 'No specific account' }, ...rows.map(accountOption)]}
        {...select}
      />
    </>
  )
}
