import { type ReactNode, useId } from 'react'
import { ErrorText, SelectField } from '#ui/form/field.tsx'
import { t } from '#ui/text/t.ts'
import classes from './card-fields.module.css'

/** What is chosen; empty texts before. */
export interface Expiry {
  /** `01` to `12` */
  readonly month: string
  /** The last two digits. */
  readonly year: string
}

const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
/** How many years ahead are offered; no card is valid for longer. */
const yearsAhead = 20

interface ExpiryFieldProps {
  /** The id of the month's select, the first of the two. */
  readonly id: string
  readonly value: Expiry
  /** The card belongs to somebody on the phone: the browser fills in nothing. */
  readonly byPhone: boolean
  /** `YYYY-MM` */
  readonly monthNow: string
  readonly error: ReactNode
  readonly onChange: (expiry: Expiry) => void
}

/** The card's expiry month and year as two native selects, which autofill supports. */
export function ExpiryField({ id, value, byPhone, monthNow, error, onChange }: ExpiryFieldProps) {
  const hintId = useId()
  const errorId = useId()
  // Hint and error belong to both selects.
  const shared = {
    'aria-describedby': error ? `${hintId} ${errorId}` : hintId,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <fieldset className={classes.expiry}>
      <legend className={classes.label}>{t('Expiration date')}</legend>
      <p id={hintId} className={classes.expiryHint}>
        {t('Month and year on the front')}
      </p>
      {error ? <ErrorText id={errorId}>{error}</ErrorText> : null}
      <div className={classes.selects}>
        <SelectField
          {...shared}
          id={id}
          label={null}
          aria-label={t('Month')}
          autoComplete={byPhone ? 'off' : 'cc-exp-month'}
          data={[{ value: '', label: 'MM' }, ...months]}
          value={value.month}
          onChange={(event) => onChange({ ...value, month: event.currentTarget.value })}
        />
        <SelectField
          {...shared}
          label={null}
          aria-label={t('Year')}
          autoComplete={byPhone ? 'off' : 'cc-exp-year'}
          data={[{ value: '', label: 'YYYY' }, ...yearsFrom(Number(monthNow.slice(0, 4)))]}
          value={value.year}
          onChange={(event) => onChange({ ...value, year: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  )
}

function yearsFrom(first: number): { value: string; label: string }[] {
  return Array.from({ length: yearsAhead + 1 }, (_, index) => {
    const label = String(first + index)
    return { value: label.slice(2), label }
  })
}
