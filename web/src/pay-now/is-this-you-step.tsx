import { payNowTexts } from '@portal/contract/pay-now'
import { Button } from '#ui/button/button.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { t } from '#ui/text/t.ts'
import type { FoundAccount } from './account-step.tsx'
import { PayNowFrame } from './pay-now-frame.tsx'
import classes from '#ui/form/form-layout.module.css'

interface IsThisYouStepProps {
  readonly found: FoundAccount
  readonly onContinue: () => void
  readonly onCancel: () => void
}

/** Step 2, Validation: the masked name and address, for the visitor to confirm (C§2.6). */
export function IsThisYouStep({ found, onContinue, onCancel }: IsThisYouStepProps) {
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
        ]}
      />
      <div className={classes.actions}>
        <Button wide onClick={onContinue}>
          {t(payNowTexts.continue)}
        </Button>
        <Button wide look="quiet" onClick={onCancel}>
          {t(payNowTexts.cancel)}
        </Button>
      </div>
    </PayNowFrame>
  )
}
