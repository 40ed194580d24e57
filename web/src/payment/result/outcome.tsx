import { type Checkout, type CheckoutOutcome, mayBeTriedAgain } from '@portal/contract/checkout'
import type { ReactNode } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { AlertIcon, BackIcon, CheckIcon, ClockIcon } from '#ui/icons.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { type Receipt, receiptOf } from '../receipt/receipt.ts'
import { AccountsTable } from './accounts-table.tsx'
import { explanationForClerk } from './clerk-words.ts'
import { ReceiptActions } from './receipt-actions.tsx'
import { usePayer } from './use-payer.ts'
import box from '#ui/page/card.module.css'
import classes from './result.module.css'

const lookOf = {
  approved: { tone: 'success', Icon: CheckIcon },
  declined: { tone: 'error', Icon: AlertIcon },
  serverFailed: { tone: 'error', Icon: AlertIcon },
  beingConfirmed: { tone: 'warning', Icon: ClockIcon },
  reversed: { tone: 'warning', Icon: BackIcon },
} as const satisfies Record<CheckoutOutcome, unknown>

/** The outcome of a payment: what happened, the receipt, the accounts, and what to do next. */
export function Outcome({ checkout }: { readonly checkout: Checkout }) {
  const { profile } = usePortalStart()
  const receipt = receiptOf(checkout, profile)
  const isPhonedIn = usePayer() === 'admin'
  const actions = <ReceiptActions receipt={receipt} checkout={checkout} />
  // The next caller, or another try, is not to be looked for below the details.
  const leadsOn = isPhonedIn || mayBeTriedAgain(checkout.outcome)
  const explanation = isPhonedIn ? explanationForClerk(checkout) : receipt.explanation
  return (
    <article className={classes.result}>
      <StatePanel receipt={receipt} explanation={explanation}>
        {checkout.outcome === 'beingConfirmed' && !isPhonedIn ? (
          <p className={classes.asking}>This page keeps checking and will show the result when we have it.</p>
        ) : null}
      </StatePanel>
      {leadsOn ? actions : null}
      <section className={`${box.card} ${classes.card}`} aria-labelledby="receipt">
        <h2 id="receipt">{checkout.outcome === 'approved' ? 'Receipt' : 'Payment details'}</h2>
        <DescriptionList
          items={receipt.lines.map(({ term, value, isReference }) => ({
            term,
            value,
            copy: isReference ? value : undefined,
          }))}
        />
      </section>
      {receipt.accounts.length > 0 ? <AccountsTable receipt={receipt} /> : null}
      <Merchant receipt={receipt} />
      {checkout.outcome === 'approved' || isPhonedIn ? null : (
        <section className={`${box.card} ${classes.card}`} aria-labelledby="help">
          <h2 id="help">Questions about this payment?</h2>
          <p className={classes.muted}>Have your reference number ready.</p>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </section>
      )}
      {leadsOn ? null : actions}
    </article>
  )
}

interface StatePanelProps {
  readonly receipt: Receipt
  /** Sentences for whoever reads the page. */
  readonly explanation: readonly string[]
  readonly children: ReactNode
}

function StatePanel({ receipt, explanation, children }: StatePanelProps) {
  const { tone, Icon } = lookOf[receipt.outcome]
  return (
    <header className={classes.state} data-tone={tone}>
      <span className={classes.badge}>
        <Icon size={36} />
      </span>
      <PageHeading title={receipt.title} hasError={tone === 'error'} />
      <p className={classes.amount}>{receipt.amount}</p>
      <div className={classes.explanation}>
        {explanation.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <HiddenText role="status">{receipt.title}</HiddenText>
      {children}
    </header>
  )
}

/** The merchant details that card rules require on a receipt, in small print. */
function Merchant({ receipt }: { readonly receipt: Receipt }) {
  const { merchant } = receipt
  return (
    <section className={classes.merchant} aria-label="About this payment">
      <p>
        {merchant.description}. {merchant.name}, {merchant.place}.
      </p>
      {merchant.refundPolicy ? <p>{merchant.refundPolicy}</p> : null}
    </section>
  )
}
