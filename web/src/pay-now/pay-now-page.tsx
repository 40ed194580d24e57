import { payNowMaintenanceMessage } from '@portal/contract/page-words'
import { getRouteApi, Navigate, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Queries } from '#api/queries.tsx'
import { useClosed } from '#api/use-closed.ts'
import { paths } from '#paths.ts'
import { keepTypedAccount, keptTypedAccount, type TypedAccount } from '#payment/accounts-to-pay/typed-account.ts'
import { keepForAnotherTry, keptForAnotherTry } from '#payment/sending/another-try.ts'
import { beginPayNow } from '#payment/sending/payment-memory.ts'
import { UnansweredFirst } from '#payment/sending/unanswered-first.tsx'
import { ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { t } from '#ui/text/t.ts'
import { AccountStep, type FoundAccount } from './account-step.tsx'
import { EnterPaymentStep } from './enter-payment-step.tsx'
import { IsThisYouStep } from './is-this-you-step.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** In the entries of Pay Now's later steps: what found the account, for the first step after a reload. */
    readonly typedAccount?: TypedAccount
  }
}

const route = getRouteApi(paths.payNow)

let kept: FoundAccount | null = null

/**
 * Pay Now (C§2.6, C§4): find the account, confirm that it is the right one, pay. A customer who is logged in pays on the
 * dashboard instead (R34).
 */
export function PayNowPage() {
  const { signedIn } = usePortalStart()
  const [{ accountId }] = useState(keptTypedAccount)
  return (
    <UnansweredFirst>
      {signedIn.customer ? (
        <Navigate to={paths.dashboard} search={accountId === '' ? {} : { account: accountId }} replace />
      ) : (
        <GuestPayNow />
      )}
    </UnansweredFirst>
  )
}

function GuestPayNow() {
  const [isClosed, onClosed] = useClosed('payNow')
  // Kept here, so that it outlives maintenance.
  const reloaded = useLocation({ select: ({ state }) => state.typedAccount })
  const [typed, setTyped] = useState(() => reloaded ?? keptTypedAccount())
  const [before] = useState(() => kept && { found: kept, typed: keptForAnotherTry() })
  useEffect(beginPayNow, [])
  useEffect(() => {
    keepTypedAccount(null)
    kept = null
    keepForAnotherTry(null)
  }, [])
  if (isClosed) return <PayNowClosed />
  return (
    <Queries>
      <Wizard typed={typed} before={before} onTyped={setTyped} onClosed={onClosed} />
    </Queries>
  )
}

interface WizardProps {
  readonly typed: TypedAccount
  /** The account and what was typed for a payment that was not processed. */
  readonly before: { readonly found: FoundAccount; readonly typed: ReturnType<typeof keptForAnotherTry> } | null
  readonly onTyped: (typed: TypedAccount) => void
  readonly onClosed: () => void
}

function Wizard({ typed, before, onTyped, onClosed }: WizardProps) {
  const { step = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const [found, setFound] = useState<FoundAccount | null>(before?.found ?? null)
  const [checkoutKey, setCheckoutKey] = useState(() => crypto.randomUUID())

  const startAnew = () => {
    setFound(null)
    onTyped({ accountId: '' })
    goTo(undefined)
  }
  // The browser keeps these with its history: no PIN, no payment.
  const typedAccount = { accountId: typed.accountId, postal: typed.postal ?? '' }
  const goTo = (next: 2 | 3 | undefined) =>
    void navigate({ search: { step: next }, state: next ? { typedAccount } : {} })
  if (step === 1) {
    return (
      <AccountStep
        typed={typed}
        onTyped={onTyped}
        onClosed={onClosed}
        onFound={(account) => {
          setFound(account)
          setCheckoutKey(crypto.randomUUID())
          goTo(2)
        }}
      />
    )
  }
  // A bookmark or reload of a later step has no account to show.
  if (!found) return <Navigate to={paths.payNow} state={{ typedAccount }} replace />
  if (step === 2) {
    return (
      <IsThisYouStep found={found} onContinue={() => goTo(3)} onAnother={startAnew} onCancel={() => goTo(undefined)} />
    )
  }
  return (
    <EnterPaymentStep
      found={found}
      checkoutKey={checkoutKey}
      onClosed={onClosed}
      again={found === before?.found ? before.typed : null}
      onNotProcessed={() => {
        keepTypedAccount(typed)
        kept = found
      }}
      onStartAgain={() => {
        setFound(null)
        goTo(undefined)
      }}
      onCancel={startAnew}
    />
  )
}

/** Replaces the wizard while Pay Now is switched off (R16). */
function PayNowClosed() {
  const { profile } = usePortalStart()
  return (
    <MessagePage
      title={t('Pay Now is closed for maintenance')}
      lead={t(payNowMaintenanceMessage)}
      actions={<ButtonLink to={paths.home}>{t('Return to the home page')}</ButtonLink>}
      help={
        <>
          <h2>{t('Pay another way')}</h2>
          <p>
            {t('Call customer service, or visit one of the offices below. {customerServiceHours}', {
              customerServiceHours: profile.customerServiceHours,
            })}
          </p>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </>
      }
    />
  )
}
