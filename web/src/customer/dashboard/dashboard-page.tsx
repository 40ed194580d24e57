import { type AccountSummaryRow, accountSummaryTexts } from '@portal/contract/account-summary'
import type { PremiseOfPerson } from '@portal/contract/sign-in'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useLacks, usePortalStart } from '#api/portal-start.tsx'
import { Queries } from '#api/queries.tsx'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { endPayNow } from '#payment/sending/payment-memory.ts'
import { UnansweredFirst } from '#payment/sending/unanswered-first.tsx'
import { isEmailed, leaveSignedOut } from '#session/leaving/sign-out.ts'
import { ToLogIn } from '#session/leaving/to-log-in.tsx'
import { keepAccountHints, keepPersonHints, rememberWanted, renewHints } from '#session/storage.ts'
import { BelowHeader, PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { type LazyComponent, lazyComponent } from '#ui/waiting/online.ts'
import { AccountSummary } from './account-summary/account-summary.tsx'
import { type Accounts, type Person, useAccounts, usePerson, type ViewProps } from './accounts/use-accounts.ts'
import { type DashboardView, isViewThere } from './dashboard-address.ts'
import { DashboardNavigation } from './dashboard-navigation.tsx'
import { LoadFailure, reloadsSoFar, useResetReloads } from './view-states.tsx'
import classes from './dashboard.module.css'

const route = getRouteApi(paths.dashboard)

/** The child views other than the account summary; each is loaded when it is first opened. */
const views: Readonly<Record<DashboardView, LazyComponent<ViewProps>>> = {
  account: lazyComponent(async () => (await import('./bills/account-info.tsx')).AccountInfo),
  edit: lazyComponent(async () => (await import('./edit-account/edit-account.tsx')).EditAccount),
  bills: lazyComponent(async () => (await import('./bills/my-bills.tsx')).MyBills),
  usage: lazyComponent(async () => (await import('./bills/usage.tsx')).Usage),
  survey: lazyComponent(async () => (await import('./survey/survey.tsx')).Survey),
  news: lazyComponent(async () => (await import('./news/news.tsx')).News),
  notifications: lazyComponent(async () => (await import('./notifications/notifications.tsx')).NotificationSettings),
  'payment-methods': lazyComponent(async () => (await import('./payment-methods/payment-methods.tsx')).PaymentMethods),
  help: lazyComponent(async () => (await import('./help-and-support/help-and-support.tsx')).HelpAndSupport),
}

const ChooseOwnPassword = lazyComponent(
  async () => (await import('#account/own-password/choose-own-password.tsx')).ChooseOwnPassword,
)

/** Views with loads of their own that may fail after the accounts have loaded. These views count reloads themselves. */
const reloading: readonly DashboardView[] = ['account', 'bills']

/** Made once, so that it is not rendered again whenever something has loaded. */
const navigation = (
  <BelowHeader>
    <DashboardNavigation />
  </BelowHeader>
)

/** The dashboard of a signed-in customer (C§2.5): the navigation, and the view in the address. */
export function DashboardPage() {
  const { signedIn } = usePortalStart()
  useEffect(endPayNow, [])
  if (!signedIn.customer) {
    return (
      <ToLogIn hint="personId" loginPage={paths.home} leave={leaveSignedOut}>
        <BackAfterLogIn />
      </ToLogIn>
    )
  }
  return (
    <UnansweredFirst>
      <Queries onError={leaveWhenSignedOut}>
        <Dashboard />
      </Queries>
    </UnansweredFirst>
  )
}

/** An email's link opens once its reader has logged in. */
function BackAfterLogIn() {
  const [address] = useState(() => location.pathname + location.search)
  useEffect(() => {
    if (isEmailed(address)) rememberWanted(address)
  }, [address])
  return <Navigate to={paths.home} replace />
}

/** Leaves when any call of the dashboard says that the session is over. */
function leaveWhenSignedOut(error: Error): void {
  if (asProblem(error).name === 'not-signed-in') leaveSignedOut()
}

function Dashboard() {
  const { view } = route.useSearch()
  useEffect(renewHints, [])
  useEffect(() => {
    // While the accounts are on their way: a view that is only looked for once they are there comes a good deal later.
    if (view) void views[view].preload()
  }, [view])
  const person = usePerson()
  const accounts = useAccounts()
  const failure = person.error ?? accounts.failure
  const hasLoaded = person.isSuccess && accounts.total !== null
  // Deferred, so that React renders the view in pieces and a slow phone stays responsive: in one go it would block it
  // for an eighth of a second.
  const isShown = useDeferredValue(hasLoaded)
  useCustomerHints(person.data, accounts)
  const { getMore } = accounts
  useEffect(() => {
    // More accounts would restart that rendering, so they are only fetched once the first ones are visible.
    if (isShown) void getMore?.()
  }, [isShown, getMore])
  useResetReloads(hasLoaded && !(view && reloading.includes(view)))
  const tryAgain = () => {
    void person.refetch()
    accounts.refresh()
  }
  if (failure && asProblem(failure).name === 'password-is-given') {
    return (
      <>
        <BelowHeader>
          <DashboardNavigation isClosed />
        </BelowHeader>
        <Suspense fallback={<Waiting />}>
          <ChooseOwnPassword onChosen={tryAgain} />
        </Suspense>
      </>
    )
  }
  return (
    <>
      {navigation}
      {failure ? <Failed onTryAgain={tryAgain} /> : null}
      {!failure && isShown && person.data ? <View view={view} person={person.data} accounts={accounts} /> : null}
      {!failure && !isShown ? <Waiting /> : null}
    </>
  )
}

/** Writes who is signed in and their accounts (C§3): Pay Now clears the storage, and the test login writes nothing. */
function useCustomerHints(person: Person | undefined, { rows, total, hasMore }: Accounts): void {
  useEffect(() => {
    if (person) keepPersonHints(person)
  }, [person])
  useEffect(() => {
    const known = rows.flatMap(({ row }) => (row ? [premiseOf(row)] : []))
    if (total !== null && !hasMore && known.length === rows.length) keepAccountHints(known)
  }, [rows, total, hasMore])
}

function premiseOf({ accID, serviceLocation, className, isActive }: AccountSummaryRow): PremiseOfPerson {
  const premiseInfo = serviceLocation.replaceAll(',', '')
  return { accountId: accID, premiseInfo, customerClass: className, isActive }
}

function View({ view, ...props }: ViewProps & { readonly view: DashboardView | undefined }) {
  const { savesCards } = usePortalStart()
  const lacks = useLacks()
  const isThere = isViewThere(view, lacks) && (view !== 'payment-methods' || savesCards === true)
  const Chosen = view && isThere ? views[view] : AccountSummary
  return (
    <Suspense fallback={<Waiting />}>
      <Chosen {...props} />
    </Suspense>
  )
}

function Failed({ onTryAgain }: { readonly onTryAgain: () => void }) {
  return (
    <div className={classes.page}>
      <PageHeading title={t('We couldn’t load your accounts')} hasError />
      <LoadFailure message={t(accountSummaryTexts.loadFailed)} onTryAgain={onTryAgain} />
    </div>
  )
}

/** The placeholder while loading; keeps the message of a failed load visible during the next attempt. */
function Waiting() {
  const [isAgain] = useState(() => reloadsSoFar() > 0)
  return (
    <div className={classes.page}>
      {isAgain ? <Notice tone="error" title={t(accountSummaryTexts.loadFailed)} /> : null}
      <Loading what={t('Loading your accounts')} />
    </div>
  )
}
