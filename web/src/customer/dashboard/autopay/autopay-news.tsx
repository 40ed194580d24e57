import type { Autopay } from '@portal/contract/autopay'
import { autopayTexts } from '@portal/contract/autopay-texts'
import { hasBillDates } from '@portal/contract/billing-data'
import type { AccountNumber } from '@portal/contract/ids'
import { willCharge } from '@portal/contract/next-charge'
import { Link } from '@tanstack/react-router'
import { useLacks } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { nextInWords } from '#payment/autopay/next-in-words.ts'
import { Chip } from '#ui/text/chip.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import type { Accounts } from '../accounts/use-accounts.ts'
import { accountsWithout, markOf, useAutopay, whatIsNext } from './use-autopay.ts'
import classes from './autopay.module.css'

/** Loud, because bills stay unpaid: above everything else of the account summary. */
export function PausedBanner() {
  const paused = useAutopay().data?.agreements.filter(({ state }) => state === 'PAUSED') ?? []
  const [first] = paused
  if (!first) return null
  return (
    <div className={classes.banner}>
      <Notice
        tone="error"
        role="status"
        title={plural(
          paused.length,
          'AutoPay is paused for account {account}. Its bills are not paid now.',
          'AutoPay is paused for {count} accounts. Their bills are not paid now.',
          { account: first.accountId },
        )}
      >
        <p>
          <ToAutopay>{t('See why, and turn it on again')}</ToAutopay>
        </p>
      </Notice>
    </div>
  )
}

/** In the first card: what AutoPay does next, or the offer to set it up. Keeps its place while it loads. */
export function AutopayLine({ rows, className }: Pick<Accounts, 'rows'> & { readonly className: string | undefined }) {
  const { data, isPending, isError } = useAutopay()
  const lacks = useLacks()
  // Where the gateway keeps no cards, it never loads.
  if (isError) return null
  return (
    <p className={classes.line}>{isPending || !data ? null : lineOf(data, rows, hasBillDates(lacks), className)}</p>
  )
}

function lineOf(autopay: Autopay, rows: Accounts['rows'], canHave: boolean, className: string | undefined) {
  const { agreements } = autopay
  const active = agreements.filter(({ state }) => state === 'ACTIVE')
  const [only] = active
  if (!only) {
    const isOffered = canHave && agreements.length === 0 && accountsWithout(autopay, rows).length > 0
    return isOffered ? <ToAutopay className={className}>{t(autopayTexts.setUp)}</ToAutopay> : null
  }
  const text =
    rows.length === 1
      ? t('AutoPay is on. {next}', { next: whatIsNext(only).text })
      : plural(active.length, 'AutoPay is on for 1 account.', 'AutoPay is on for {count} accounts.')
  return (
    <>
      <span>{text}</span> <ToAutopay className={className}>{t('AutoPay details')}</ToAutopay>
    </>
  )
}

/** In the row of an account. */
export function AutopayMark({ account }: { readonly account: AccountNumber }) {
  const { data } = useAutopay()
  const mark = data && markOf(data, account)
  return mark ? (
    <span className={classes.mark}>
      <Chip tone={mark.tone}>{mark.text}</Chip>
    </span>
  ) : null
}

interface ToAutopayProps {
  readonly className?: string | undefined
  readonly children: string
}

function ToAutopay({ className, children }: ToAutopayProps) {
  return (
    <Link
      to={paths.dashboard}
      search={{ view: 'payment-methods' }}
      className={className ?? classes.receipt}
      data-no-print
    >
      {children}
    </Link>
  )
}

const mostNamed = 3

/** Before paying by hand: what AutoPay would charge for these accounts, so that no one fears to pay twice. */
export function PayingAnyway({ accounts }: { readonly accounts: readonly AccountNumber[] }) {
  const agreements = useAutopay().data?.agreements ?? []
  const coming = agreements.flatMap(({ accountId, card, next }) =>
    next && willCharge(next) && accounts.includes(accountId) ? [{ accountId, card, next }] : [],
  )
  if (coming.length === 0) return null
  return (
    <Notice tone="info">
      {coming.length > mostNamed ? (
        <p>{t('AutoPay is on for some of these accounts. If you pay now, it charges only what’s left.')}</p>
      ) : null}
      {(coming.length > mostNamed ? [] : coming).map(({ accountId, card, next }) => (
        <p key={accountId}>
          {t('AutoPay for account {account}: {sentence} If you pay now, it charges only what’s left.', {
            account: accountId,
            sentence: nextInWords(next, card).sentence,
          })}
        </p>
      ))}
    </Notice>
  )
}
