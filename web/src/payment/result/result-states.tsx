import { Suspense, useEffect, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import { receiptOfNothing } from '../receipt/receipt.ts'
import { explanationForClerk, titlesForClerk } from './clerk-texts.ts'
import { GoBack, ReceiptActions, usePayer } from './outcome.tsx'
import classes from './result.module.css'

const ChooseOwnPassword = lazyComponent(
  async () => (await import('#account/own-password/choose-own-password.tsx')).ChooseOwnPassword,
)

/** Shown while the outcome is being fetched; a fast reply shows nothing but the result. */
export function LoadingResult() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.result}>
      <p role="status" className={classes.loading}>
        {isSlow ? t('Loading your payment…') : ''}
      </p>
      {isSlow ? <div className={classes.skeleton} aria-hidden="true" /> : null}
    </div>
  )
}

interface ResultProblemProps {
  readonly problem: ApiProblem
  readonly onTryAgain: () => void
}

/**
 * The outcome could not be fetched. This says nothing about the payment itself, and the page must not suggest that it
 * does.
 */
export function ResultProblem({ problem, onTryAgain }: ResultProblemProps) {
  const { profile } = usePortalStart()
  const payer = usePayer()
  const isPhonedIn = payer === 'admin'
  if (problem.name === 'password-is-given' && payer === 'customer') {
    return (
      <Suspense fallback={<LoadingResult />}>
        <ChooseOwnPassword onChosen={onTryAgain} />
      </Suspense>
    )
  }
  const isGone = problem.name === 'not-found' || problem.name === 'not-signed-in'
  return (
    <div className={classes.result}>
      <PageHeading
        title={isGone ? t('We can’t show this payment') : t('We can’t find your payment right now')}
        hasError
      />
      {isGone ? <Gone isPhonedIn={isPhonedIn} /> : <ProblemNotice problem={problem} onTryAgain={onTryAgain} />}
      {isPhonedIn ? null : <ContactList phones={profile.phones} email={profile.customerServiceEmail} />}
      <div className={classes.actions}>
        <GoBack />
      </div>
    </div>
  )
}

/** The session that made the payment is over; a clerk finds it in Reports (A§2). */
function Gone({ isPhonedIn }: { readonly isPhonedIn: boolean }) {
  return isPhonedIn ? (
    <Notice tone="warning" title={t('You can open this page only until you log out.')}>
      <p>{t('Do not take the payment again before you search for it in Reports by account number.')}</p>
    </Notice>
  ) : (
    <Notice tone="warning" title={t('You can open this page only in the browser you paid with, for a limited time.')}>
      <p>{t('If you gave an email address, check your inbox for the receipt. Do not pay again before you call us.')}</p>
    </Notice>
  )
}

/** The server knows no payment with the key: the card was not charged (C§2.8 serverFailed). */
export function NeverStarted() {
  const { profile } = usePortalStart()
  const receipt = receiptOfNothing(profile)
  const isPhonedIn = usePayer() === 'admin'
  const [first, ...sentences] = isPhonedIn ? explanationForClerk(null) : receipt.explanation
  return (
    <div className={classes.result}>
      <PageHeading title={isPhonedIn ? titlesForClerk.serverFailed : receipt.title} hasError />
      <Notice tone="error" title={first}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      <ReceiptActions receipt={receipt} checkout={null} />
    </div>
  )
}
