import { idleTimes } from '@portal/contract/sign-in-texts'
import { leaveSignedOut } from '../leaving/sign-out.ts'
import { IdlePrompt } from './idle-prompt.tsx'
import { useIdle } from './use-idle.ts'

/** The minute before the forced logout is announced (WCAG 2.2.1). */
const promptSeconds = idleTimes.logoutSeconds - idleTimes.countdownSeconds

export interface VisitorIdleProps {
  /** Where to go at the end; the customers' login page by default. */
  readonly loginPage?: string | undefined
}

/**
 * The forced logout of pages that show personal data without a customer's session (C§4): a warning at 14 minutes, the
 * end at 15.
 */
export function VisitorIdle({ loginPage }: VisitorIdleProps) {
  const { secondsLeft, stay } = useIdle({
    promptSeconds: () => promptSeconds,
    activityIsAnswer: true,
    onActive: () => undefined,
    seenElsewhere: async () => null,
    onGone: () => leaveSignedOut(loginPage),
  })
  if (secondsLeft === null) return null
  return (
    <IdlePrompt
      consequence="we’ll close this page and return to the home page"
      secondsLeft={secondsLeft}
      onStay={stay}
    />
  )
}
