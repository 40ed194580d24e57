import { type ComponentProps, type ReactNode, useId } from 'react'
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
      <SwitchButton isOn={isOn} onToggle={onToggle} aria-labelledby={labelId} aria-describedby={meaningId} />
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

interface SwitchButtonProps extends Pick<
  ComponentProps<'button'>,
  'aria-label' | 'aria-labelledby' | 'aria-describedby'
> {
  readonly isOn: boolean
  readonly onToggle: () => void
}

/** For a place that already says what it switches. */
export function SwitchButton({ isOn, onToggle, ...named }: SwitchButtonProps) {
  return (
    <button {...named} type="button" role="switch" className={classes.switch} aria-checked={isOn} onClick={onToggle}>
      <span className={classes.track} aria-hidden="true" />
    </button>
  )
}
