import { paymentFormTexts } from '@portal/contract/payments'
import { type ReactNode, Suspense, useState } from 'react'
import { NumberField } from '#ui/form/digits-input.tsx'
import { InfoIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import classes from './card-fields.module.css'

const CardBack = lazyComponent(async () => (await import('./card-back.tsx')).CardBack)

interface SecurityCodeFieldProps {
  readonly id: string
  /** The card belongs to somebody on the phone: the code is hidden while typed, and stored nowhere. */
  readonly byPhone: boolean
  readonly value: string
  readonly error: ReactNode
  readonly onChange: (code: string) => void
}

/** The three digits on the back of the card, with a dialog that shows where they are (C§2.6). */
export function SecurityCodeField({ id, byPhone, value, error, onChange }: SecurityCodeFieldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.code}>
      <NumberField
        id={id}
        label={t('CVV')}
        hint={t('3 digits on the back')}
        error={error}
        autoComplete={byPhone ? 'off' : 'cc-csc'}
        isHidden={byPhone}
        value={value}
        onChange={onChange}
      />
      <button type="button" className={classes.what} aria-label={t('What is the CVV?')} onClick={() => setOpen(true)}>
        <InfoIcon size={24} />
      </button>
      <Dialog open={isOpen} title={t('Security code (CVV)')} onClose={() => setOpen(false)}>
        <div className={classes.hint}>
          <p>{t(paymentFormTexts.securityCodeHint)}</p>
          <Suspense>
            <CardBack />
          </Suspense>
        </div>
      </Dialog>
    </div>
  )
}
