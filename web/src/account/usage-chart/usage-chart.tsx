import { billsTexts } from '@portal/contract/bills'
import { cents, parseDecimalCents } from '@portal/contract/money'
import type { WaterUnit } from '@portal/contract/utility'
import { useId, useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { dollars } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { t } from '#ui/text/t.ts'
import { BarChart } from './bar-chart.tsx'
import { type ChartUnit, monthLabel, unitsOfWater } from './chart-labels.ts'
import { ChartTable } from './chart-table.tsx'
import classes from './usage-chart.module.css'

/** The reply of `user-consumption-chart`: three parallel lists, oldest month first. */
export interface Consumption {
  readonly isHaveConsumptionChart: boolean
  /** `MM/YYYY` */
  readonly months: readonly string[]
  /** In the utility's unit of water; null for a month that was billed without a meter. */
  readonly totalWater: readonly (number | null)[]
  /** In dollars, as decimal text. */
  readonly amounts: readonly string[]
  /** Of the same months one year earlier. */
  readonly totalWaterYearBefore: readonly (number | null)[]
  readonly amountsYearBefore: readonly (string | null)[]
}

type Measure = 'water' | 'amount'

/** Formats cents. */
const amounts: ChartUnit = {
  full: (value) => dollars(cents(value)),
  plain: (value) => dollars(cents(value)),
  axis: (value) => dollars(cents(value)).replace(/[.]00$/, ''),
}

const titles = { water: t(billsTexts.monthlyWater), amount: t(billsTexts.monthlyAmount) }

function measureOf(measure: Measure, waterUnit: WaterUnit) {
  if (measure === 'amount') return { valueColumn: t('Amount'), of: t('US dollars billed in each month'), unit: amounts }
  const unit = unitsOfWater[waterUnit]
  return { valueColumn: unit.name, of: t('{unit} in each month', { unit: unit.name }), unit }
}

/** Twelve months of water usage or bill amounts with their average, and the switch between the two (C§2.5). */
export function UsageChart({ consumption }: { readonly consumption: Consumption }) {
  const { profile } = usePortalStart()
  const [shown, setShown] = useState<Measure>('water')
  if (!consumption.isHaveConsumptionChart) return <p className={classes.none}>{t(billsTexts.noChart)}</p>
  const title = titles[shown]
  const { valueColumn, of, unit } = measureOf(shown, profile.waterUnit)
  const { totalWater, totalWaterYearBefore, amounts: billed, amountsYearBefore } = consumption
  const [now, before] =
    shown === 'water'
      ? [totalWater, totalWaterYearBefore]
      : [billed, amountsYearBefore].map((each) => each.map((amount) => parseDecimalCents(amount ?? '')))
  const bars = consumption.months.map((month, index) => ({
    label: monthLabel(month),
    value: now?.[index] ?? null,
    before: before?.[index] ?? null,
  }))
  return (
    <div className={classes.usage}>
      <MeasureSwitch shown={shown} onChange={setShown} />
      <h3 className={classes.printed}>{title}</h3>
      <p className={classes.of}>{of}</p>
      <BarChart title={title} bars={bars} unit={unit} />
      <ChartTable title={title} bars={bars} valueColumn={valueColumn} unit={unit} />
    </div>
  )
}

interface MeasureSwitchProps {
  readonly shown: Measure
  readonly onChange: (measure: Measure) => void
}

function MeasureSwitch({ shown, onChange }: MeasureSwitchProps) {
  const name = useId()
  return (
    <fieldset className={classes.switch} data-no-print>
      <legend>
        <HiddenText>{t('Show')}</HiddenText>
      </legend>
      {(['water', 'amount'] as const).map((measure) => (
        <label key={measure}>
          <input type="radio" name={name} checked={shown === measure} onChange={() => onChange(measure)} />
          {titles[measure]}
        </label>
      ))}
    </fieldset>
  )
}
