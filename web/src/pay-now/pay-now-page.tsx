import { payNowMaintenanceMessage } from '@portal/contract/page-words'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Queries } from '#api/queries.tsx'
import { useClosed } from '#api/use-closed.ts'
import { paths } from '#paths.ts'
import { keepTypedAccount, keptTypedAccount, type TypedAccount } from '#payment/accounts-to-pay/typed-account.ts'
import { beginPayNow } from '#payment/sending/payment-memory.ts'
import { UnansweredFirst } from '#payment/sending/unanswered-first.tsx'
import { ButtonLink } from '#ui/button/button.tsx'
import { MessagePage } from '#ui/page/message-page.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { t } from '#ui/text/t.ts'
import { AccountStep, type FoundAccount } from './account-step.tsx'
import { EnterPaymentStep } from './enter-payment-step.tsx'
import { IsThisYouStep } from './is-this-you-step.tsx'

const route = getRouteApi(paths.payNow)

/** Pay Now (C§2.6, C§4): find the account, confirm that it is the right one, pay. */
export function PayNowPage() {
  const [isClosed, onClosed] = useClosed('payNow')
  // Kept here, so that it outlives maintenance.
  const [typed, setTyped] = useState(keptTypedAccount)
  useEffect(beginPayNow, [])
  useEffect(() => keepTypedAccount(null), [])
  return (
    <UnansweredFirst>
      {isClosed ? (
        <PayNowClosed />
      ) : (
        <Queries>
          <Wizard typed={typed} onTyped={setTyped} onClosed={onClosed} />
        </Queries>
      )}
    </UnansweredFirst>
  )
}

interface WizardProps {
  readonly typed: TypedAccount
  readonly onTyped: (typed: TypedAccount) => void
  readonly onClosed: () => void
}

function Wizard({ typed, onTyped, onClosed }: WizardProps) {
  const { step = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const [found, setFound] = useState<FoundAccount | null>(null)
  const [checkoutKey, setCheckoutKey] = useState(() => crypto.randomUUID())

  const goTo = (next: 2 | 3 | undefined) => void navigate({ search: { step: next } })
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
  if (!found) return <Navigate to={paths.payNow} replace />
  if (step === 2) {
    return <IsThisYouStep found={found} onContinue={() => goTo(3)} onCancel={() => goTo(undefined)} />
  }
  return (
    <EnterPaymentStep
      found={found}
      checkoutKey={checkoutKey}
      onClosed={onClosed}
      onNotProcessed={() => keepTypedAccount(typed)}
      onStartAgain={() => {
        setFound(null)
        goTo(undefined)
      }}
      onCancel={() => {
        setFound(null)
        onTyped({ accountId: '', postal: '' })
        goTo(undefined)
      }}
    />
  )
}

/**
 * Replaces the wizard while Pay Now is switched off (R16). Customers who come here from their dashboard are led back to
 * where they can still pay.
 */
function PayNowClosed() {
  const { profile, signedIn } = usePortalStart()
  return (
    <MessagePage
      title={t('Pay Now is closed for maintenance')}
      lead={t(payNowMaintenanceMessage)}
      actions={
        signedIn.customer ? (
          <ButtonLink to={paths.dashboard}>{t('Pay from your account summary')}</ButtonLink>
        ) : (
          <ButtonLink to={paths.home}>{t('Return to the home page')}</ButtonLink>
        )
      }
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
