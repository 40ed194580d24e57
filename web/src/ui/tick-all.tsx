import type { ComponentProps } from 'react'

interface TickAllProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'ref'> {
  /** How many of the others are ticked. */
  readonly state: 'all' | 'some' | 'none'
}

/** The tick above others that ticks them all: in between while some are, which a page can only say by script. */
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
