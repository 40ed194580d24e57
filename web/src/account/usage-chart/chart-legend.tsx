import { t } from '#ui/text/t.ts'
import { type Bar, type ChartUnit, knowsYearBefore } from './chart-labels.ts'
import classes from './bar-chart.module.css'

interface ChartLegendProps {
  readonly bars: readonly Bar[]
  /** The bar that is compared in words with the year before: the one pointed at, or the current one. */
  readonly said: number
  readonly average: number | null
  readonly unit: ChartUnit
}

/** Below a chart: one month beside the same of the year before, and what the paler bars and the dotted line are. */
export function ChartLegend({ bars, said, average, unit }: ChartLegendProps) {
  if (average === null) return null
  const isCompared = knowsYearBefore(bars)
  return (
    <div className={classes.legend}>
      {isCompared ? <p className={classes.said}>{comparisonOf(bars[said], unit)}</p> : null}
      {isCompared ? (
        <p>
          <svg className={classes.before} width={14} height={14} aria-hidden="true">
            <rect x={1} y={1} width={12} height={12} rx={3} />
          </svg>
          {t('Year before')}
        </p>
      ) : null}
      <p>
        <svg width={28} height={8} aria-hidden="true">
          <path className={classes.average} d="M0 4H28" />
        </svg>
        {t('Average {full}', { full: unit.full(average) })}
      </p>
    </div>
  )
}

function comparisonOf(bar: Bar | undefined, unit: ChartUnit): string {
  if (!bar) return ''
  const written = (value: number | null) => (value === null ? t('no reading') : unit.full(value))
  return t('{month}: {value}. Year before: {before}.', {
    month: bar.label.full,
    value: written(bar.value),
    before: written(bar.before),
  })
}
