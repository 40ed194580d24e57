import { formatDate, CalendarDate, TypedDate, typedDateTexts } from '@portal/contract/dates'
import { useRef } from 'react'
import { TextField, type TextFieldProps } from '#ui/form/field.tsx'
import { CalendarIcon } from '#ui/icons.tsx'
import { t } from '#ui/text/t.ts'
import classes from './filters.module.css'

interface DateFieldProps extends Omit<TextFieldProps, 'rightSection' | 'hint' | 'value'> {
  readonly label: string
  /** As typed, `MM/DD/YYYY`. */
  readonly value: string
  /** Called with the day chosen in the calendar, `MM/DD/YYYY`. */
  readonly onPick: (typed: string) => void
}

/** A date typed as `MM/DD/YYYY` (A§5), or chosen in the browser's calendar. */
export function DateField({ onPick, ...field }: DateFieldProps) {
  const calendar = useRef<HTMLInputElement>(null)
  const day = TypedDate.safeParse(field.value)
  return (
    <TextField
      hint={typedDateTexts.pattern}
      autoComplete="off"
      spellCheck={false}
      {...field}
      rightSection={
        <>
          {/* Only its calendar is used: what it shows and how it is typed differs from browser to browser. */}
          <input
            ref={calendar}
            type="date"
            className={classes.calendar}
            tabIndex={-1}
            aria-hidden="true"
            value={(day.success && day.data) || ''}
            onChange={({ currentTarget }) => {
              const chosen = CalendarDate.safeParse(currentTarget.value)
              onPick(chosen.success ? formatDate(chosen.data) : '')
            }}
          />
          <button
            type="button"
            className={classes.openCalendar}
            aria-label={t('{label}: choose in the calendar', { label: field.label })}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarIcon />
          </button>
        </>
      }
    />
  )
}
