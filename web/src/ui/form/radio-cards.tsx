import { type ReactNode, useId } from 'react'
import classes from './radio-cards.module.css'

interface RadioCardsProps<Value> {
  readonly legend: string
  readonly options: readonly { readonly value: Value; readonly label: string; readonly detail?: ReactNode }[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
  /** Beside each other, as far as there is room. */
  readonly beside?: boolean
}

/** One of a few, each in a frame of its own. */
export function RadioCards<Value extends string | number | boolean | null>({
  legend,
  options,
  chosen,
  onChoose,
  beside = false,
}: RadioCardsProps<Value>) {
  const group = useId()
  return (
    <fieldset className={classes.choice} data-beside={beside || undefined}>
      <legend className={classes.legend}>{legend}</legend>
      {options.map(({ value, label, detail }) => (
        <label key={String(value)} className={classes.card}>
          <input type="radio" name={group} checked={chosen === value} onChange={() => onChoose(value)} />
          <span>
            <strong>{label}</strong> {detail === undefined ? null : <span className={classes.detail}>{detail}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
