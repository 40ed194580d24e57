import type { Cents } from '@portal/contract/money'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { dollars } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'

interface AmountQuestionProps {
  readonly amount: Cents
  /** With the service fee. */
  readonly total: Cents
  readonly due: Cents
  readonly onPay: () => void
  readonly onChange: () => void
}

/** Asks once whether an amount far above what is due is meant (R32). */
export function AmountQuestion({ amount, total, due, onPay, onChange }: AmountQuestionProps) {
  return (
    <Dialog
      open
      title={t('Is this amount right?')}
      onClose={onChange}
      actions={
        <>
          <Button look="pay" onClick={onPay}>
            {t('Pay {amount}', { amount: dollars(total) })}
          </Button>
          <Button look="secondary" onClick={onChange}>
            {t('Change the amount')}
          </Button>
        </>
      }
    >
      <p>
        {due > 0
          ? t('You entered {amount}. The amount due is {due}.', { amount: dollars(amount), due: dollars(due) })
          : t('You entered {amount}. Nothing is due.', { amount: dollars(amount) })}
      </p>
    </Dialog>
  )
}
