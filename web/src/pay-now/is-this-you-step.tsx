import { cents } from '@portal/contract/money'
import { type PayableAccount, payNowTexts } from '@portal/contract/pay-now'
import { tooLittleInWords } from '#account/standing.tsx'
import { cannotPayReason } from '#payment/accounts-to-pay/cannot-pay-reason.ts'
import { Button } from '#ui/button/button.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollars } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import type { FoundAccount } from './account-step.tsx'
import { PayNowFrame } from './pay-now-frame.tsx'
import classes from '#ui/form/form-layout.module.css'

interface IsThisYouStepProps {
  readonly found: FoundAccount
  readonly onContinue: () => void
  /** Returns to the first step for another account. */
  readonly onAnother: () => void
  readonly onCancel: () => void
}

/** Step 2, Validation: the masked name and address, for the visitor to confirm (C§2.6). */
export function IsThisYouStep({ found, onContinue, onAnother, onCancel }: IsThisYouStepProps) {
  const reason = cannotPayReason(found.account)
  return (
    <PayNowFrame
      step={1}
      title={t(payNowTexts.isThisYou)}
      lead={t('To protect your privacy, we show only part of the name and address.')}
    >
      <DescriptionList
        items={[
          { term: t('Account number'), value: found.account.accID },
          { term: t('Name'), value: found.details.Name },
          { term: t('Address'), value: found.details.Address },
          { term: t('Amount due'), value: dueOf(found.account) },
        ]}
      />
      {reason ? <Notice tone="warning" role="status" title={reason} /> : null}
      <div className={classes.actions}>
        <Button wide look={reason ? 'secondary' : 'primary'} onClick={onContinue}>
          {t(payNowTexts.continue)}
        </Button>
        <Button wide look="secondary" onClick={onAnother}>
          {t('No, use another account')}
        </Button>
        <Button wide look="quiet" onClick={onCancel}>
          {t(payNowTexts.cancel)}
        </Button>
      </div>
    </PayNowFrame>
  )
}

function dueOf({ amount, isActive }: PayableAccount): string {
  if (amount > 0) return tooLittleInWords({ amount, isActive }) ?? dollars(amount)
  return amount < 0
    ? t('Nothing is due. Your credit is {credit}.', { credit: dollars(cents(-amount)) })
    : t('Nothing is due')
}
