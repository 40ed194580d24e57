import { isDue, isSubmitted, isTooLittle, smallestPayment, tooLittleTexts } from '@portal/contract/owed'
import type { PayableAccount } from '@portal/contract/pay-now'
import { useLacks } from '#api/portal-start.tsx'
import { Chip } from '#ui/text/chip.tsx'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'

type Standing = Pick<PayableAccount, 'amount' | 'dueDate' | 'isActive' | 'pendingPayment'>

/** Of an account on which nothing is due: paid or about to be, in credit, closed, not billed yet, or with too little left. */
export function SettledChip({ account }: { readonly account: Standing }) {
  const lacks = useLacks()
  if (isDue(account.amount)) return null
  if (!account.isActive) return <Chip tone="none">{t('Closed')}</Chip>
  if (isTooLittle(account.amount)) return <Chip tone="none">{t(tooLittleTexts.mark)}</Chip>
  if (isSubmitted(account)) return <Chip tone="waiting">{t('Submitted')}</Chip>
  if (account.amount < 0) return <Chip tone="good">{t('In credit')}</Chip>
  return account.dueDate || lacks.includes('dueDate') ? (
    <Chip tone="good">{t('Paid')}</Chip>
  ) : (
    <Chip tone="none">{t('No bill yet')}</Chip>
  )
}

/** What becomes of a balance that is too little to be paid by itself. Null for any other. */
export function tooLittleInWords(
  { amount, isActive }: Pick<Standing, 'amount' | 'isActive'>,
  reader: 'payer' | 'clerk' = 'payer',
): string | null {
  if (!isTooLittle(amount)) return null
  const { clerk, clerkOfClosed, payer, payerOfClosed } = tooLittleTexts
  const [ofActive, ofClosed] = reader === 'clerk' ? [clerk, clerkOfClosed] : [payer, payerOfClosed]
  return t<string>(isActive ? ofActive : ofClosed, { amount: dollars(amount), least: dollars(smallestPayment) })
}
