import { idleTimes, signInTexts } from '@portal/contract/sign-in-texts'
import { useEffect } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { rich } from '#ui/text/rich.ts'
import { plural, t } from '#ui/text/t.ts'
import { leaveSignedOut } from '../leaving/sign-out.ts'
import { useIdle } from './use-idle.ts'

/** The seconds at which a screen reader announces the countdown; every second would drown out everything else. */
const announcedAt: readonly number[] = [idleTimes.countdownSeconds, 30, 10]

interface IdlePromptProps {
  /** What happens when the countdown ends, such as 'we will log you out'. */
  readonly consequence: string
  readonly secondsLeft: number
  readonly onStay: () => void
  /** Omitted where nobody is signed in. */
  readonly onLeave?: () => void
}

/** C§4. The focus starts in it and returns to where it was, and the tab's title asks too (WCAG 2.2.1). */
export function IdlePrompt({ consequence, secondsLeft, onStay, onLeave }: IdlePromptProps) {
  useEffect(() => {
    const before = document.title
    document.title = `${t(signInTexts.stillThere)} ${before}`
    return () => {
      document.title = before
    }
  }, [])
  const lastAnnounced = announcedAt.findLast((seconds) => secondsLeft <= seconds) ?? idleTimes.countdownSeconds
  return (
    <Dialog
      open
      urgent
      title={t(signInTexts.stillThere)}
      actions={
        <>
          <Button onClick={onStay}>{t(signInTexts.stillHere)}</Button>
          {onLeave ? (
            <Button look="secondary" onClick={onLeave}>
              {t('Log out now')}
            </Button>
          ) : null}
        </>
      }
    >
      <p>
        {rich('You’ve been inactive for a while. To protect your information, {consequence} in {strong}.', {
          consequence,
          strong: <strong>{plural(secondsLeft, '1 second', '{count} seconds')}</strong>,
        })}
      </p>
      <HiddenText role="status">{t('{lastAnnounced} seconds left', { lastAnnounced })}</HiddenText>
    </Dialog>
  )
}

/** The minute before the forced logout is announced (WCAG 2.2.1). */
const promptSeconds = idleTimes.logoutSeconds - idleTimes.countdownSeconds

export interface VisitorIdleProps {
  /** The customers' login page by default. */
  readonly loginPage?: string | undefined
}

/** For personal data without a customer's session (C§4): a warning at 14 minutes, the end at 15. */
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
      consequence={t('we’ll close this page and return to the home page')}
      secondsLeft={secondsLeft}
      onStay={stay}
    />
  )
}
