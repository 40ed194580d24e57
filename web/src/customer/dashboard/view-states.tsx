import { accountSummaryTexts, mostReloads, reloadAfterMilliseconds } from '@portal/contract/account-summary'
import { useEffect, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { asProblem } from '#api/send.ts'
import { reloadPage } from '#session/reload-page.ts'
import { writeStored } from '#session/storage.ts'
import { TryAgain } from '#ui/button/button.tsx'
import { ContactList } from '#ui/text/contact-list.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { useIsOnline } from '#ui/waiting/online.ts'
import box from '#ui/page/card.module.css'
import classes from './dashboard.module.css'

interface LoadFailureProps {
  /** A message of C§8. */
  readonly message: string
  readonly onTryAgain: () => void
}

/**
 * Shown when something failed to load (C§4, C§8): the message, and a reload of the page after a second. After two
 * reloads in a row it stays and leaves the next attempt to the customer (WCAG 2.2.1). Offline it waits for the network,
 * because a reload would replace the page with the browser's own error page.
 */
export function LoadFailure({ message, onTryAgain }: LoadFailureProps) {
  const [reloads] = useState(() => reloadsSoFar() < mostReloads)
  const isOnline = useIsOnline()
  useEffect(() => {
    if (!reloads || !isOnline) return undefined
    const timer = setTimeout(() => {
      rememberReload()
      reloadPage()
    }, reloadAfterMilliseconds)
    return () => clearTimeout(timer)
  }, [reloads, isOnline])
  return (
    <Notice tone="error" role="alert" title={<span className={classes.lines}>{message}</span>}>
      {reloads ? (
        <p>{t('This page will reload in a moment.')}</p>
      ) : (
        <div className={classes.actions}>
          <TryAgain look="primary" onClick={onTryAgain} />
        </div>
      )}
    </Notice>
  )
}

interface RetryProps {
  readonly error: Error
  readonly onTryAgain: () => void
}

/** Shown in place of a part of a view that failed to load (C§8): the reason, and a button to try again. */
export function Retry({ error, onTryAgain }: RetryProps) {
  return (
    <ProblemNotice
      problem={asProblem(error).inWords(t(accountSummaryTexts.loadFailed))}
      actions={<TryAgain onClick={onTryAgain} />}
    />
  )
}

/** Shown to a customer who has no account (anymore). */
export function NoAccount() {
  const { profile } = usePortalStart()
  return (
    <section className={box.card}>
      <h2>{t(accountSummaryTexts.noData)}</h2>
      <p>{t('We don’t have a water account in your name. If that’s wrong, call customer service.')}</p>
      <ContactList phones={profile.phones} email={profile.customerServiceEmail} />
    </section>
  )
}

/**
 * The storage key of C§3 for the number of times this tab has reloaded the dashboard by itself. Without storage it
 * never does.
 */
const key = 'reload'

/** The number of automatic reloads since the last successful load. */
export function reloadsSoFar(): number {
  try {
    return Number(sessionStorage.getItem(key) ?? 0)
  } catch {
    return Infinity
  }
}

function rememberReload(): void {
  writeStored('tab', key, String(reloadsSoFar() + 1))
}

/** Resets the count once the data whose failure causes reloads has loaded. */
export function useResetReloads(hasCome: boolean): void {
  useEffect(() => {
    if (hasCome) writeStored('tab', key, null)
  }, [hasCome])
}
