import type { ReplyOf, SessionKind } from '@portal/contract/call'
import { getHumanCheck, humanCheckMinutes, type HumanCheckPurpose } from '@portal/contract/human-check'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { t } from '#ui/text/t.ts'
import { whenOnline } from '#ui/waiting/online.ts'

export type HumanCheckState =
  | { readonly state: 'unverified'; readonly reason: string | null; readonly problem: ApiProblem | null }
  | { readonly state: 'verifying' }
  | { readonly state: 'verified'; readonly answer: string }

export interface HumanCheck {
  readonly check: HumanCheckState
  readonly start: () => void
  readonly cancel: () => void
  /** Returns to the start, because the answer has been used; `reason` is shown. */
  readonly reset: (reason: string | null) => void
  /** Makes the handler of a form's submission: it starts the verification, or once that is done calls `submit`. */
  readonly guard: (submit: (answer: string) => void) => (event: { readonly preventDefault: () => void }) => void
}

const unverified = (reason: string | null, problem: ApiProblem | null = null): HumanCheckState => ({
  state: 'unverified',
  reason,
  problem,
})

const tookTooLong = t('Verification took too long. Try again, or call customer service to pay by phone.')
const expired = t('Your verification expired. Verify again.')
/** How long before the server's deadline an answer is discarded, so that it never expires on its way. */
const marginSeconds = 15

type Challenge = ReplyOf<typeof getHumanCheck>

/** The call for a challenge. */
interface AskedChallenge {
  readonly as: SessionKind
  readonly query: { readonly purpose: HumanCheckPurpose; readonly key: string | undefined }
  readonly signal: AbortSignal
}

/** Asks the server for a challenge. @throws ApiProblem */
export async function askNow(asked: AskedChallenge): Promise<Challenge> {
  return await send(getHumanCheck, asked)
}

interface HumanCheckOptions {
  /** The session the challenge is bound to: the one whose call needs the answer. */
  readonly as: SessionKind
  /** The idempotency key of the checkout that the answer is bound to. */
  readonly key?: string
  /** Asks for a challenge in a way in which the page hears of the end of the session; `askNow` otherwise. */
  readonly ask?: typeof askNow
  /** Called when the server says that the function is switched off (R16). */
  readonly onClosed: () => void
}

/**
 * The human verification of C§2.6: fetches a challenge, solves it in the background, and discards the answer before it
 * expires.
 */
export function useHumanCheck(
  purpose: HumanCheckPurpose,
  { as, key, ask = askNow, onClosed }: HumanCheckOptions,
): HumanCheck {
  const [check, setCheck] = useState<HumanCheckState>(unverified(null))
  const running = useRef<AbortController | null>(null)
  const stop = () => {
    running.current?.abort()
    running.current = null
  }
  const reset = (reason: string | null) => {
    stop()
    setCheck(unverified(reason))
  }
  const start = () => {
    stop()
    const controller = new AbortController()
    running.current = controller
    setCheck({ state: 'verifying' })
    void verify((signal) => ask({ as, query: { purpose, key }, signal }), controller).then((outcome) => {
      // A cancelled verification may still finish; its result is ignored.
      if (running.current !== controller) return
      const isClosed = outcome.state === 'unverified' && outcome.problem?.name === 'maintenance'
      setCheck(isClosed ? unverified(null) : outcome)
      if (isClosed) onClosed()
    })
  }
  const leave = useEffectEvent(stop)
  useEffect(() => () => leave(), [])
  const expire = useEffectEvent(() => reset(expired))
  useEffect(() => {
    if (check.state !== 'verified') return undefined
    const timer = setTimeout(() => expire(), (humanCheckMinutes * 60 - marginSeconds) * 1000)
    return () => clearTimeout(timer)
  }, [check])
  return {
    check,
    start,
    cancel: () => reset(null),
    reset,
    guard: (submit) => (event) => {
      event.preventDefault()
      if (check.state === 'unverified') start()
      if (check.state === 'verified') submit(check.answer)
    },
  }
}

async function verify(
  ask: (signal: AbortSignal) => Promise<Challenge>,
  controller: AbortController,
): Promise<HumanCheckState> {
  try {
    const [{ challenge }, { solveChallenge }] = await Promise.all([
      ask(controller.signal),
      // Loaded only when somebody presses Verify.
      whenOnline(() => import('./solve-challenge.ts'))(),
    ])
    const answer = await solveChallenge(challenge, controller)
    return answer ? { state: 'verified', answer } : unverified(tookTooLong)
  } catch (error) {
    const problem = asProblem(error)
    return unverified(problem.message, problem)
  }
}
