import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { dateIn } from '@portal/contract/dates'
import { type ReactNode, Suspense, useMemo } from 'react'
import { useLacks, usePortalStart } from '#api/portal-start.tsx'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { ViewProps } from '../accounts/use-accounts.ts'
import { AtAGlance } from './at-a-glance.tsx'
import { debtsOf } from './debts.ts'
import { Hero, OneAccount, SeveralAccounts } from './hero.tsx'
import own from './account-summary.module.css'
import hero from './hero.module.css'

const UsageCard = lazyComponent(async () => (await import('./only-account.tsx')).UsageCard)
const AutopayLine = lazyComponent(async () => (await import('../autopay/autopay-news.tsx')).AutopayLine)
const LastBills = lazyComponent(async () => (await import('./only-account.tsx')).LastBills)

/** What follows once the accounts are ticked. */
export type NextStep = 'check out' | 'type amount'

interface FirstCardsProps extends ViewProps {
  readonly heading: ReactNode
  /** The customer's contact details, beside the bills of an only account. */
  readonly information: ReactNode
  /** Ticks these accounts and no others. */
  readonly onPay: (due: readonly AccountSummaryRow[], next: NextStep) => void
  readonly onChoose: () => void
}

/** The cards above the table: what is owed, and for one account its usage and last bills, for several where they stand. */
export function FirstCards({ person, accounts, heading, information, onPay, onChoose }: FirstCardsProps) {
  const { profile, savesCards } = usePortalStart()
  const lacks = useLacks()
  const { rows, total, asOf } = accounts
  const today = asOf && dateIn(profile.timeZone, asOf)
  const debts = useMemo(() => today && debtsOf(rows, today), [rows, today])
  const only = total === 1 ? rows[0]?.row : null
  const isLoading = accounts.hasMore && !accounts.hasStopped
  const autopay = savesCards ? (
    <Suspense fallback={<div className={hero.autopay} />}>
      <div className={hero.autopay}>
        <AutopayLine rows={rows} className={hero.link} />
      </div>
    </Suspense>
  ) : null
  return (
    <div className={own.first}>
      <Hero heading={heading}>
        {only && today ? (
          <OneAccount
            row={only}
            today={today}
            person={person}
            onPay={() => onPay([only], 'check out')}
            onOtherAmount={() => onPay([only], 'type amount')}
            autopay={autopay}
          />
        ) : null}
        {total !== 1 && debts ? (
          <SeveralAccounts
            debts={debts}
            total={total ?? 0}
            isLoading={isLoading}
            onPay={() => onPay(debts.toPay, 'check out')}
            onChoose={onChoose}
            autopay={autopay}
          />
        ) : null}
      </Hero>
      {only && !lacks.includes('usage') ? (
        <Suspense fallback={<div className={own.usage} />}>
          <UsageCard row={only} />
        </Suspense>
      ) : null}
      {total !== 1 && debts ? <AtAGlance debts={debts} isLoading={isLoading} /> : null}
      {only && !lacks.includes('bills') ? (
        <Suspense fallback={<div className={own.bills} />}>
          <LastBills row={only} person={person} />
        </Suspense>
      ) : null}
      {total === 1 ? information : null}
    </div>
  )
}
