import { type ReactNode, useId } from 'react'
import classes from './switch.module.css'

interface SwitchProps {
  readonly label: string
  readonly state: string
  /** What the state means for customers. */
  readonly children: ReactNode
  readonly isOn: boolean
  readonly onToggle: () => void
}

/** Takes effect immediately. */
export function Switch({ label, state, children, isOn, onToggle }: SwitchProps) {
  const labelId = useId()
  const meaningId = useId()
  return (
    <div className={classes.line}>
      <button
        type="button"
        role="switch"
        className={classes.switch}
        aria-checked={isOn}
        aria-labelledby={labelId}
        aria-describedby={meaningId}
        onClick={onToggle}
      >
        <span className={classes.track} aria-hidden="true" />
      </button>
      <div className={classes.words}>
        <h2 id={labelId}>{label}</h2>
        <div id={meaningId}>
          <p className={classes.state} data-on={isOn || undefined}>
            {state}
          </p>
          <p className={classes.meaning}>{children}</p>
        </div>
      </div>
    </div>
  )
}
