import type { AccountSummaryRow, UserDetails } from '@portal/contract/account-summary'
import { noCents, sumCents } from '@portal/contract/money'
import { displayName } from '@portal/contract/text'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { CheckoutControl } from '#payment/checkout/checkout-control.tsx'
import { reloadPage } from '#session/reload-page.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { type Accounts, useUserDetails, type ViewProps } from '../accounts/use-accounts.ts'
import { NoAccount } from '../view-states.tsx'
import { AccountInformation } from './account-information.tsx'
import { AccountList } from './account-list.tsx'
import type { RowDialog, RowHandlers } from './account-row.tsx'
import { byDueDate } from './debts.ts'
import { FirstCards, type NextStep } from './first-cards.tsx'
import { Hero } from './hero.tsx'
import { PayBar } from './pay-bar.tsx'
import { useStoredSummary } from './stored-summary.ts'
import { EmptyAmounts } from './summary-status.tsx'
import { changeTicks, onlyTicked, orderOf } from './ticks.ts'
import classes from '../dashboard.module.css'
import own from './account-summary.module.css'

const route = getRouteApi(paths.dashboard)

const PausedBanner = lazyComponent(async () => (await import('../autopay/autopay-news.tsx')).PausedBanner)
const UnverifiedPayments = lazyComponent(
  async () => (await import('../payment-methods/unverified-payments.tsx')).UnverifiedPayments,
)
const PaperlessBanner = lazyComponent(async () => (await import('../notifications/paperless-news.tsx')).PaperlessBanner)
const PayingAnyway = lazyComponent(async () => (await import('../autopay/autopay-news.tsx')).PayingAnyway)
const EmailsCameBack = lazyComponent(async () => (await import('../notifications/emails-came-back.tsx')).EmailsCameBack)
const AccountDialog = lazyComponent(async () => (await import('./account-dialog.tsx')).AccountDialog)

/** The first view of the dashboard (C§2.5): what is owed, every account, and the payment of several at once. */
export function AccountSummary({ person, accounts }: ViewProps) {
  const details = useUserDetails(person.personId)
  const name = details.data ? displayName(details.data.fullName) : null
  const heading = (
    <PageHeading title={t('Account Summary')}>
      {name ? t('Welcome, ') : t('Welcome')}
      <span className={details.isError ? undefined : own.name}>{name}</span>
    </PageHeading>
  )
  const information = <AccountInformation details={details} />
  return (
    <div className={classes.page}>
      {details.data?.isEmailStopped ? (
        <Suspense>
          <EmailsCameBack address={details.data.emailAddress} />
        </Suspense>
      ) : null}
      {accounts.total === 0 ? (
        <>
          <Hero heading={heading} />
          <NoAccount />
          <div className={own.wide}>{information}</div>
        </>
      ) : (
        <AccountsToPay person={person} accounts={accounts} heading={heading} information={information} />
      )}
    </div>
  )
}

/** What can't wait until the customer visits the page that it is about. */
function Banners({ isPaymentUnverified }: Pick<UserDetails, 'isPaymentUnverified'>) {
  return (
    <>
      {isPaymentUnverified ? (
        <Suspense>
          <UnverifiedPayments />
        </Suspense>
      ) : null}
      <WhereMethodsAreSaved>
        <PausedBanner />
      </WhereMethodsAreSaved>
      <Suspense>
        <PaperlessBanner />
      </Suspense>
    </>
  )
}

interface AccountsToPayProps extends ViewProps {
  readonly heading: ReactNode
  readonly information: ReactNode
}

/** What is owed with the button that pays it, the table of accounts, and the bar to pay the ticked ones. */
function AccountsToPay({ person, accounts, heading, information }: AccountsToPayProps) {
  const wanted = route.useSearch()
  const [ticks, change] = useReducer(changeTicks, wanted, onlyTicked)
  const [marksWrong, setMarksWrong] = useState(false)
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const details = useUserDetails(person.personId).data
  const { rows } = accounts
  const lines = useMemo(() => orderOf(ticks, rows), [ticks, rows])
  useStoredSummary(ticks, rows)
  const [next, setNext] = useState<{ readonly step: NextStep | 'choose' } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const checkout = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (next?.step === 'check out') checkout.current?.querySelector('button')?.click()
    if (next?.step === 'type amount')
      list.current?.querySelector<HTMLElement>('[data-ticked] input[inputmode]')?.focus()
    if (next?.step === 'choose') list.current?.focus()
  }, [next])
  const handlers = useMemo(
    (): RowHandlers => ({
      onToggle: (row) => change({ kind: 'toggle', row }),
      onAmount: (row, amount) => change({ kind: 'amount', row, amount }),
      onOpen: (dialog, row) => setOpened({ dialog, row }),
    }),
    [],
  )
  const pay = (due: readonly AccountSummaryRow[], step: NextStep) => {
    change({ kind: 'pay', accounts: due.map(({ accID }) => accID) })
    setNext({ step })
  }
  return (
    <>
      <Banners isPaymentUnverified={details?.isPaymentUnverified ?? false} />
      <FirstCards
        person={person}
        accounts={accounts}
        heading={heading}
        information={information}
        onPay={pay}
        onChoose={() => setNext({ step: 'choose' })}
      />
      <div ref={list} tabIndex={-1} className={own.list}>
        <AccountList
          {...handlers}
          accounts={accounts}
          ticks={ticks}
          lines={lines}
          marksWrong={marksWrong}
          onAll={(isTicked, found) => change({ kind: 'all', isTicked, found })}
        >
          {({ hidden, showAll }) => (
            <PayBar
              lines={lines.toSorted((one, other) => byDueDate(one.account, other.account))}
              hidden={hidden.length}
              owed={sumCents(allOf(rows).map(({ amount }) => (amount > 0 ? amount : noCents)))}
              onKeep={(kept) => change({ kind: 'keep', lines: kept })}
            >
              {marksWrong ? (
                <EmptyAmounts lines={lines} onUntick={() => change({ kind: 'untickEmpty', rows: allOf(rows) })} />
              ) : null}
              <div ref={checkout} className={own.checkout}>
                <CheckoutControl
                  as="customer"
                  lines={lines}
                  card={wanted.card}
                  email={details?.emailAddress ?? ''}
                  postal={details?.postal ?? ''}
                  onRefused={() => {
                    setMarksWrong(true)
                    // A marked amount must not be out of sight.
                    if (hidden.some((line) => line.amount <= 0)) showAll()
                  }}
                  note={
                    <WhereMethodsAreSaved>
                      <PayingAnyway accounts={lines.map(({ account }) => account.accID)} />
                    </WhereMethodsAreSaved>
                  }
                  onStartAgain={reloadPage}
                  startAgain={t('Reload your accounts')}
                  onOutdated={accounts.refresh}
                  onScheduled={() => {
                    change({ kind: 'keep', lines: [] })
                    setNext({ step: 'choose' })
                  }}
                />
              </div>
            </PayBar>
          )}
        </AccountList>
      </div>
      {accounts.total === 1 ? null : <div className={own.wide}>{information}</div>}
      {opened ? (
        <Suspense>
          <AccountDialog {...opened} person={person} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Elsewhere nothing speaks of AutoPay. */
function WhereMethodsAreSaved({ children }: { readonly children: ReactNode }) {
  const { savesCards } = usePortalStart()
  return savesCards ? <Suspense>{children}</Suspense> : null
}

interface OpenedDialog {
  readonly dialog: RowDialog
  readonly row: AccountSummaryRow
}

function allOf(rows: Accounts['rows']): AccountSummaryRow[] {
  return rows.flatMap(({ row }) => (row ? [row] : []))
}
