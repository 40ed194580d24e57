import type { ComponentProps } from 'react'

interface TickAllProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'ref'> {
  /** How many of the checkboxes below are ticked. */
  readonly state: 'all' | 'some' | 'none'
}

/**
 * A checkbox that ticks all those below it. While only some are ticked it is indeterminate, which can only be set by
 * script.
 */
export function TickAll({ state, ...box }: TickAllProps) {
  return (
    <input
      {...box}
      ref={(element) => {
        if (element) element.indeterminate = state === 'some'
      }}
      type="checkbox"
      checked={state === 'all'}
    />
  )
}
