import type { SessionKind } from '@portal/contract/call'
import { type Checkout, type CheckoutOutcome, mayBeTriedAgain, receiptFileName } from '@portal/contract/checkout'
import { paymentTexts } from '@portal/contract/payments'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { usePdf } from '#pdf/save-pdf.ts'
import { type Look, ButtonLink } from '#ui/button/button.tsx'
import { SaveOrPrint } from '#ui/button/save-or-print.tsx'
import { AlertIcon, BackIcon, CheckIcon, ClockIcon } from '#ui/icons.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { CardFrame, Cell, ColumnHead, RowHead, Table, TableBody, TableHead, TableRow } from '#ui/table/table.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { Receipt } from '../receipt/receipt-content.ts'
import workerUrl from '../receipt/receipt-worker.ts?worker&url'
import { isConfirmation, receiptOf } from '../receipt/receipt.ts'
import { isPayNowVisit } from '../sending/payment-memory.ts'
import { explanationForClerk, titlesForClerk } from './clerk-texts.ts'
import box from '#ui/page/card.module.css'
import classes from './result.module.css'

const lookOf = {
  approved: { tone: 'success', Icon: CheckIcon },
  declined: { tone: 'error', Icon: AlertIcon },
  serverFailed: { tone: 'error', Icon: AlertIcon },
  beingConfirmed: { tone: 'warning', Icon: ClockIcon },
  reversed: { tone: 'warning', Icon: BackIcon },
  refunded: { tone: 'success', Icon: BackIcon },
  verifying: { tone: 'warning', Icon: ClockIcon },
  submitted: { tone: 'warning', Icon: ClockIcon },
  returned: { tone: 'error', Icon: AlertIcon },
} as const satisfies Record<CheckoutOutcome, unknown>

/** The outcome of a payment: what happened, the receipt, the accounts, and what to do next. */
export function Outcome({ checkout: given }: { readonly checkout: Checkout }) {
  const { profile } = usePortalStart()
  // What became of it since, as the payer was told here.
  const [answered, setAnswered] = useState<Checkout | null>(null)
  const checkout = answered ?? given
  const receipt = receiptOf(checkout, profile)
  const payer = usePayer()
  const isPhonedIn = payer === 'admin'
  const isToCome = isConfirmation(checkout.outcome) && !isPhonedIn
  const actions = <ReceiptActions receipt={receipt} checkout={checkout} />
  // The next caller, or another try, is not to be looked for below the details.
  const leadsOn = isPhonedIn || mayBeTriedAgain(checkout.outcome)
  const said = isPhonedIn
    ? { title: titlesForClerk[checkout.outcome], explanation: explanationForClerk(checkout) }
    : receipt
  const details = (
    <>
      <section className={`${box.card} ${classes.card}`} aria-labelledby="receipt">
        <h2 id="receipt">{headingOf(checkout.outcome)}</h2>
        <Lines lines={receipt.lines} />
        {receipt.processor ? (
          <details className={classes.processor}>
            <summary>{receipt.processor.title}</summary>
            <Lines lines={receipt.processor.lines} />
          </details>
        ) : null}
      </section>
      {receipt.accounts.length > 0 ? <AccountsTable receipt={receipt} /> : null}
      <Merchant receipt={receipt} />
    </>
  )
  return (
    <article className={classes.result}>
      {/* A new heading takes the focus: the control that was pressed is gone. */}
      <StatePanel key={answered ? 'answered' : 'given'} receipt={receipt} said={said}>
        {checkout.outcome === 'beingConfirmed' && !isPhonedIn ? (
          <p className={classes.asking}>{t('This page keeps checking and will show the result when we have it.')}</p>
        ) : null}
      </StatePanel>
      {leadsOn ? actions : null}
      {isToCome ? (
        <Suspense>
          <BankPayment checkout={checkout} by={payer} onAnswer={setAnswered}>
            {details}
          </BankPayment>
        </Suspense>
      ) : (
        details
      )}
      {checkout.outcome === 'approved' || isPhonedIn ? null : (
        <section className={`${box.card} ${classes.card}`} aria-labelledby="help">
          <h2 id="help">{t('Questions about this payment?')}</h2>
          <p className={classes.muted}>
            {isToCome ? t('Have your confirmation number ready.') : t('Have your reference number ready.')}
          </p>
          <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
        </section>
      )}
      {leadsOn ? null : actions}
    </article>
  )
}

const BankPayment = lazyComponent(async () => (await import('./bank-payment.tsx')).BankPayment)

function headingOf(outcome: CheckoutOutcome): string {
  if (outcome === 'approved') return t('Receipt')
  return isConfirmation(outcome) ? t('Confirmation') : t('Payment details')
}

function Lines({ lines }: { readonly lines: Receipt['lines'] }) {
  return (
    <DescriptionList
      items={lines.map(({ term, value, isReference }) => ({ term, value, copy: isReference ? value : undefined }))}
    />
  )
}

interface StatePanelProps {
  readonly receipt: Receipt
  /** For whoever reads the page. */
  readonly said: Pick<Receipt, 'title' | 'explanation'>
  readonly children: ReactNode
}

function StatePanel({ receipt, said: { title, explanation }, children }: StatePanelProps) {
  const { tone, Icon } = lookOf[receipt.outcome]
  return (
    <header className={classes.state} data-tone={tone}>
      <span className={classes.badge}>
        <Icon size={36} />
      </span>
      <PageHeading title={title} hasError={tone === 'error'} />
      <p className={classes.amount}>{receipt.amount}</p>
      <div className={classes.explanation}>
        {explanation.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <HiddenText role="status">
        {isConfirmation(receipt.outcome) ? `${title}. ${explanation.join(' ')}` : title}
      </HiddenText>
      {children}
    </header>
  )
}

/** The merchant details that card rules require on a receipt, in small print. */
function Merchant({ receipt }: { readonly receipt: Receipt }) {
  const { merchant } = receipt
  return (
    <section className={classes.merchant} aria-label={t('About this payment')}>
      <p>
        {merchant.description}. {merchant.name}, {merchant.place}.
      </p>
      {merchant.refundPolicy ? <p>{merchant.refundPolicy}</p> : null}
    </section>
  )
}

/** The accounts of a payment (C§2.8); the rows become cards on narrow screens. */
function AccountsTable({ receipt }: { readonly receipt: Receipt }) {
  const isPaid = receipt.outcome === 'approved'
  return (
    <section className={`${box.card} ${classes.card}`} aria-labelledby="accounts">
      <h2 id="accounts">{isPaid ? t('Accounts paid') : t('Accounts')}</h2>
      <CardFrame data-lines className={classes.frame}>
        <Table className={classes.table} aria-labelledby="accounts">
          <TableHead>
            <ColumnHead>{t('Account')}</ColumnHead>
            <ColumnHead>{t('Service location')}</ColumnHead>
            {isPaid ? <ColumnHead>{t('Receipt number')}</ColumnHead> : null}
            <ColumnHead data-amount>{t('Amount')}</ColumnHead>
          </TableHead>
          <TableBody>
            {receipt.accounts.map((account) => (
              <TableRow key={account.accountId}>
                <RowHead>{account.accountId}</RowHead>
                <Cell>{account.serviceLocation}</Cell>
                {isPaid ? <Cell>{account.receiptNumber}</Cell> : null}
                <Cell data-amount>{account.amount}</Cell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </CardFrame>
    </section>
  )
}

interface ReceiptActionsProps {
  readonly receipt: Receipt
  /** Null when the payment never reached the server. */
  readonly checkout: Checkout | null
}

/**
 * The buttons of a result (C§2.8): where nothing was charged, Try again and Go Back come first, otherwise the receipt. A
 * clerk who is done goes on to the next caller.
 */
export function ReceiptActions({ receipt, checkout }: ReceiptActionsProps) {
  const isPhonedIn = usePayer() === 'admin'
  const isFailed = mayBeTriedAgain(receipt.outcome)
  const isAgain = isFailed && !isPhonedIn
  const leadsOn = isPhonedIn || isFailed
  return (
    <div className={classes.actions} data-no-print>
      {isPhonedIn && !isFailed ? (
        <ButtonLink to={paths.adminDashboard} search={{ view: 'phoned-in' }}>
          {t('Next payment')}
        </ButtonLink>
      ) : null}
      {isAgain ? <TryAgain /> : null}
      {isFailed ? <GoBack look={isAgain ? 'secondary' : 'primary'} /> : null}
      <ReceiptButtons receipt={receipt} checkout={checkout} look={leadsOn ? 'secondary' : 'primary'} />
      {isFailed ? null : <GoBack />}
    </div>
  )
}

/** 'Save this as PDF file' and Print. */
function ReceiptButtons({ receipt, checkout, look }: ReceiptActionsProps & { readonly look: Look }) {
  const { profile } = usePortalStart()
  const savePdf = usePdf(workerUrl, receipt)
  const save = async () => await savePdf(receiptFileName(profile.receiptFilePrefix, checkout))
  return <SaveOrPrint name={t(paymentTexts.saveAsPdf)} look={look} save={save} />
}

/** Leads to the form as it was, less card number and code. */
function TryAgain() {
  return (
    <ButtonLink look="pay" {...formAgain(usePayer())}>
      {t('Try again')}
    </ButtonLink>
  )
}

/** Where another card is typed. */
export function formAgain(payer: SessionKind | undefined) {
  return payer === 'guest' ? { to: paths.payNow, search: { step: 3 } as const } : { to: paths.dashboard }
}

/** Go Back (A§4, C§2.8): to the console for an administrator, to Pay Now for a guest, to the dashboard otherwise. */
export function GoBack({ look = 'secondary' }: { readonly look?: Look }) {
  const payer = usePayer()
  const button = { look, icon: <BackIcon />, children: t(paymentTexts.goBack) }
  if (payer === 'admin') return <ButtonLink {...button} to={paths.adminDashboard} search={{ view: 'phoned-in' }} />
  return <ButtonLink {...button} to={payer === 'guest' ? paths.payNow : paths.dashboard} />
}

const route = getRouteApi(paths.paymentResult)

/** Which session made the payment that the result page shows; undefined when that is not known. */
export function usePayer(): SessionKind | undefined {
  const { by } = route.useSearch()
  const { signedIn } = usePortalStart()
  if (by) return by
  if (isPayNowVisit()) return 'guest'
  return signedIn.admin && !signedIn.customer ? 'admin' : undefined
}
