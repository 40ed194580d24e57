import { Suspense } from 'react'
import { Fields } from '#ui/form/fields.tsx'
import type { Form } from '#ui/form/use-form.ts'
import { t } from '#ui/text/t.ts'
import { lazyComponent } from '#ui/waiting/online.ts'
import type { CardFormFields } from '../card/card-fields.tsx'
import type { CardFrame } from '../card/card-frame.ts'
import layout from '#ui/form/form-layout.module.css'
import classes from '../card/card-fields.module.css'

const CardFrameField = lazyComponent(async () => (await import('../card/card-frame-field.tsx')).CardFrameField)

interface BankFieldsProps {
  readonly frame: CardFrame
  readonly form: Form<CardFormFields>
  readonly fields: CardFormFields
}

/** The bank account that pays once: chosen at its bank or typed, both in the gateway's frame. */
export function BankFields({ frame, form, fields: { accountHolderName, holder } }: BankFieldsProps) {
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.legend}>
        <h2>{t('Your bank account')}</h2>
      </legend>
      <p>{t('Log in to your bank to choose the account, or type its numbers. We never see your password.')}</p>
      <Suspense fallback={<div className={classes.frameToCome} />}>
        <CardFrameField key="bank" method="bank" frameRef={frame} amount={form.values.amount} />
      </Suspense>
      <p className={layout.note}>
        {t(
          'If you type the numbers, your bank then gets a small deposit with a code, in 1 to 2 business days. Your payment is made after you enter that code.',
        )}
      </p>
      <div className={classes.pair}>
        <Fields form={form} of={{ accountHolderName, holder }} />
      </div>
    </fieldset>
  )
}
