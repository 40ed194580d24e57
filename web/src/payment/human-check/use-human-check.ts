import type { ReplyOf, SessionKind } from '@portal/contract/call'
import { getHumanCheck, humanCheckMinutes, type HumanCheckPurpose } from '@portal/contract/human-check'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
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
  /** Somebody has pressed and waits for the answer. */
  readonly isAwaited: boolean
  /** Verifies in the background. Does nothing while it is under way, done, or has failed without anybody waiting. */
  readonly begin: () => void
  readonly start: () => void
  readonly cancel: () => void
  /** Returns to the start, because the answer has been used; `reason` is shown. */
  readonly reset: (reason: string | null) => void
  /**
   * Passes the answer on: at once, or as soon as there is one. A later change in the form takes the press back.
   * @param onFailure called when there will be none
   */
  readonly withAnswer: (act: (answer: string) => void, onFailure?: () => void) => void
  /** For the form: its first touch begins the verification, and the first one after it has expired begins another. */
  readonly touched: { readonly onFocus: () => void; readonly onChange: () => void }
}

const unverified = (reason: string | null, problem: ApiProblem | null = null): HumanCheckState => ({
  state: 'unverified',
  reason,
  problem,
})

const tookTooLong = t('Verification took too long. Try again, or call customer service to pay by phone.')
/** How long before the server's deadline an answer is discarded, so that it never expires on its way. */
const marginSeconds = 15

type Challenge = ReplyOf<typeof getHumanCheck>

/** The call for a challenge. */
interface ChallengeRequest {
  readonly as: SessionKind
  readonly query: { readonly purpose: HumanCheckPurpose; readonly key: string | undefined }
  readonly signal: AbortSignal
}

/** Asks the server for a challenge. @throws ApiProblem */
export async function askNow(asked: ChallengeRequest): Promise<Challenge> {
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

interface Press {
  readonly act: (answer: string) => void
  readonly onFailure: (() => void) | undefined
}

/**
 * The human verification of C§2.6: fetches a challenge, solves it in the background, and discards the answer before it
 * expires (R29).
 */
export function useHumanCheck(
  purpose: HumanCheckPurpose,
  { as, key, ask = askNow, onClosed }: HumanCheckOptions,
): HumanCheck {
  const [check, latest, setCheck] = useCheck()
  const [isAwaited, setAwaited] = useState(false)
  const press = useRef<Press | null>(null)
  const running = useRef<AbortController | null>(null)
  const hasFailedUnseen = useRef(false)
  const stop = () => {
    running.current?.abort()
    running.current = null
  }
  const hold = (next: Press | null) => {
    press.current = next
    setAwaited(next !== null)
  }
  const reset = (reason: string | null) => {
    stop()
    hold(null)
    setCheck(unverified(reason))
  }
  const run = (isSeen: boolean) => {
    stop()
    const controller = new AbortController()
    running.current = controller
    hasFailedUnseen.current = false
    setCheck({ state: 'verifying' })
    void verify((signal) => ask({ as, query: { purpose, key }, signal }), controller).then((outcome) => {
      // A cancelled verification may still finish; its result is ignored.
      if (running.current === controller) settle(outcome, isSeen)
    })
  }
  const settle = (outcome: HumanCheckState, isSeen: boolean) => {
    running.current = null
    const pressed = press.current
    hold(null)
    if (outcome.state === 'verified') {
      setCheck(outcome)
      return pressed?.act(outcome.answer)
    }
    const isUnseen = !isSeen && pressed === null
    const isClosed = outcome.state === 'unverified' && outcome.problem?.name === 'maintenance'
    setCheck(isUnseen || isClosed ? unverified(null) : outcome)
    if (isUnseen) return void (hasFailedUnseen.current = true)
    return isClosed ? onClosed() : pressed?.onFailure?.()
  }
  const isIdle = () => latest.current.state === 'unverified' && running.current === null
  const begin = () => (isIdle() && !hasFailedUnseen.current ? run(false) : undefined)
  useLifetime(check, { onExpired: () => reset(null), onLeave: stop })
  return {
    check,
    isAwaited,
    begin,
    start: () => run(true),
    cancel: () => reset(null),
    reset,
    withAnswer: (act, onFailure) => {
      if (latest.current.state === 'verified') return act(latest.current.answer)
      hold({ act, onFailure })
      if (isIdle()) run(true)
    },
    touched: {
      onFocus: begin,
      onChange: () => {
        hold(null)
        begin()
      },
    },
  }
}

/** With its latest value: a press between the end of the verification and the next render comes from the earlier one. */
function useCheck(): [HumanCheckState, Readonly<RefObject<HumanCheckState>>, (next: HumanCheckState) => void] {
  const [check, show] = useState<HumanCheckState>(unverified(null))
  const latest = useRef(check)
  const set = (next: HumanCheckState) => {
    latest.current = next
    show(next)
  }
  return [check, latest, set]
}

/** Only the next touch renews an answer: a page that nobody uses asks for nothing, and its session may end. */
function useLifetime(
  check: HumanCheckState,
  { onExpired, onLeave }: { readonly onExpired: () => void; readonly onLeave: () => void },
): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => () => leave(), [])
  const expire = useEffectEvent(onExpired)
  useEffect(() => {
    if (check.state !== 'verified') return undefined
    const timer = setTimeout(() => expire(), (humanCheckMinutes * 60 - marginSeconds) * 1000)
    return () => clearTimeout(timer)
  }, [check])
}

async function verify(
  ask: (signal: AbortSignal) => Promise<Challenge>,
  controller: AbortController,
): Promise<HumanCheckState> {
  try {
    const [{ challenge }, { solveChallenge }] = await Promise.all([
      ask(controller.signal),
      // Loaded only when somebody begins to fill in a form.
      whenOnline(() => import('./solve-challenge.ts'))(),
    ])
    const answer = await solveChallenge(challenge, controller)
    return answer ? { state: 'verified', answer } : unverified(tookTooLong)
  } catch (error) {
    const problem = asProblem(error)
    return unverified(problem.message, problem)
  }
}
