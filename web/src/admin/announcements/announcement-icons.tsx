import type { ReactNode } from 'react'

interface DrawnProps {
  readonly children: ReactNode
}

/** For an announcement that visitors see. */
export function EyeIcon() {
  return (
    <Drawn>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
    </Drawn>
  )
}

/** For an announcement that is hidden from visitors. */
export function ClosedEyeIcon() {
  return (
    <Drawn>
      <path d="M10 5.8a9 9 0 0 1 2-.3c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.4M6.4 7.4A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 5-1.5M4 4l16 16" />
    </Drawn>
  )
}

function Drawn({ children }: DrawnProps) {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}
