import { typedDateTexts } from '@portal/contract/dates'
import { importsTexts as texts } from '@portal/contract/import-texts'
import { t } from '#ui/text/t.ts'
import { DateField } from '../filters/date-field.tsx'
import classes from './imports.module.css'

interface AsOfProps {
  readonly day: string
  readonly setDay: (day: string) => void
  readonly isWrong: boolean
}

export function AsOf({ day, setDay, isWrong }: AsOfProps) {
  return (
    <div className={classes.day}>
      <DateField
        label={t(texts.asOf)}
        value={day}
        error={isWrong ? t(typedDateTexts.pattern) : undefined}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
        onPick={setDay}
      />
    </div>
  )
}
