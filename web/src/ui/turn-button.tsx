import type { ReactNode } from 'react'

interface TurnButtonProps {
  readonly name: string
  /** There is nothing further in this direction. The button stays, so that the focus does. */
  readonly isLast: boolean
  readonly className?: string | undefined
  readonly onPress: () => void
  readonly children: ReactNode
}

/** Turns to the page before or after. */
export function TurnButton({ name, isLast, className, onPress, children }: TurnButtonProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={name}
      aria-disabled={isLast || undefined}
      onClick={isLast ? undefined : onPress}
    >
      {children}
    </button>
  )
}
