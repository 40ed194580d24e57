import { payAmount } from '@portal/contract/bank-accounts'
import { payNowTexts } from '@portal/contract/pay-now'
import { useId, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'
import { LockIcon } from '#ui/icons.tsx'
import { dollars } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { useIsOnline } from '#ui/waiting/online.ts'
import { AuthorizationWords } from '../bank/authorization-words.tsx'
import type { Authorization } from '../bank/use-authorization.ts'
import type { Fee } from '../fees/use-fee.tsx'
import { HumanCheckLine, labelOf } from '../human-check/human-check.tsx'
import type { HumanCheck } from '../human-check/use-human-check.ts'
import classes from '#ui/form/form-layout.module.css'

interface PayButtonProps {
  readonly humanCheck: HumanCheck
  readonly isPaying: boolean
  /** The last attempt failed, and the payer has not pressed Continue yet. */
  readonly hasFailed: boolean
  readonly onContinue: () => void
  /** Of a bank account: what pressing the button authorizes; it names the button. */
  readonly authorization?: Authorization | null
  /** What is charged, where there are service fees: the button says it. */
  readonly fee: Fee
}

/**
 * Verify, then PAY NOW; 'Please wait...' while the payment runs; and Continue after a failure (C§4), so that nobody pays again by
 * pressing once more before having read what went wrong. Offline it says so instead of failing.
 */
export function PayButton({ humanCheck, isPaying, hasFailed, onContinue, authorization = null, fee }: PayButtonProps) {
  const isOnline = useIsOnline()
  const offlineId = useId()
  const wordsId = useId()
  const hasContinued = useRef(false)
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (hasContinued.current) button?.focus()
    hasContinued.current = false
  }
  const goOn = () => {
    // Continue is gone then, and the focus does not go with it (WCAG 2.4.3).
    hasContinued.current = true
    onContinue()
  }
  if (hasFailed && !isPaying) {
    return (
      <div className={classes.actions}>
        <Button wide large onClick={goOn}>
          {t(payNowTexts.continue)}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.actions}>
      {authorization ? <AuthorizationWords id={wordsId} {...authorization} /> : null}
      {isOnline ? null : (
        <Notice tone="warning" id={offlineId} title={t('You’re offline. You can pay when you’re back online.')} />
      )}
      <Button
        ref={takeFocus}
        type="submit"
        wide
        large
        look="pay"
        busy={isPaying || humanCheck.isAwaited}
        blocked={!isOnline}
        describedBy={[authorization && wordsId, isOnline ? null : offlineId].filter(Boolean).join(' ') || undefined}
        icon={<LockIcon size={22} />}
      >
        {isPaying ? t(payNowTexts.wait) : labelFor(humanCheck, authorization, fee)}
      </Button>
      <HumanCheckLine humanCheck={humanCheck} />
    </div>
  )
}

/** A button that is named by an authorization, or says what is charged, has no other name before the payer is verified. */
function labelFor(humanCheck: HumanCheck, authorization: Authorization | null, { hints, total }: Fee): string {
  const named = authorization?.button ?? (hints.card ? t(payAmount, { amount: dollars(total) }) : null)
  if (named === null) return labelOf(humanCheck, t(payNowTexts.pay))
  return humanCheck.isAwaited ? labelOf(humanCheck, '') : named
}
