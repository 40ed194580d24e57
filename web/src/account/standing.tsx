import type { PayableAccount } from '@portal/contract/pay-now'
import type { ReactNode } from 'react'
import { t } from '#ui/text/t.ts'
import classes from './standing.module.css'

/** How pressing what a chip says is. */
export type Tone = 'good' | 'soon' | 'late' | 'none'

/** A state in words, on a color of its own. */
export function Chip({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  )
}

type Standing = Pick<PayableAccount, 'amount' | 'dueDate' | 'isActive'>

/** Of an account on which nothing is owed: paid, in credit, closed or not billed yet. Null where something is owed. */
export function SettledChip({ account }: { readonly account: Standing }) {
  if (account.amount > 0) return null
  if (!account.isActive) return <Chip tone="none">{t('Closed')}</Chip>
  if (account.amount < 0) return <Chip tone="good">{t('In credit')}</Chip>
  return account.dueDate ? <Chip tone="good">{t('Paid')}</Chip> : <Chip tone="none">{t('No bill yet')}</Chip>
}
