import { CheckIcon } from '../icons.tsx'
import { HiddenText } from '../text/hidden-text.tsx'
import classes from './steps.module.css'

interface StepsProps {
  readonly label: string
  readonly names: readonly string[]
  /** From 0. */
  readonly current: number
}

/** The progress of a wizard. With large text on a small screen only the current step's name is shown. */
export function Steps({ label, names, current }: StepsProps) {
  return (
    <nav aria-label={label}>
      <ol className={classes.steps}>
        {names.map((name, index) => (
          <li
            key={name}
            className={classes.step}
            data-state={stateOf(index, current)}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {index < current ? <CheckIcon size={16} /> : index + 1}
            </span>
            <span className={classes.name}>
              <HiddenText>
                Step {index + 1} of {names.length}
                {index < current ? ', done' : ''}:{' '}
              </HiddenText>
              {name}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function stateOf(index: number, current: number): 'done' | 'current' | 'ahead' {
  if (index === current) return 'current'
  return index < current ? 'done' : 'ahead'
}
