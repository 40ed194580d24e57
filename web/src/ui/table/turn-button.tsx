import type { ReactNode } from 'react'

interface TurnButtonProps {
  readonly name: string
  /** There is no further page in this direction. The button stays in place, so that it keeps the focus. */
  readonly isLast: boolean
  readonly className?: string | undefined
  readonly onPress: () => void
  readonly children: ReactNode
}

/** A button that turns to the previous or the next page. */
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
