import type { PayableAccount } from '@portal/contract/pay-now'
import { Chip } from '#ui/text/chip.tsx'
import { t } from '#ui/text/t.ts'

type Standing = Pick<PayableAccount, 'amount' | 'dueDate' | 'isActive'>

/** Of an account on which nothing is owed: paid, in credit, closed or not billed yet. Null where something is owed. */
export function SettledChip({ account }: { readonly account: Standing }) {
  if (account.amount > 0) return null
  if (!account.isActive) return <Chip tone="none">{t('Closed')}</Chip>
  if (account.amount < 0) return <Chip tone="good">{t('In credit')}</Chip>
  return account.dueDate ? <Chip tone="good">{t('Paid')}</Chip> : <Chip tone="none">{t('No bill yet')}</Chip>
}
