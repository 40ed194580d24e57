import { idleTimes } from '@portal/contract/sign-in-texts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { lastActivity, noteActivity, onActivity } from './activity.ts'

interface IdleOptions {
  /** How long without activity until the person is asked. */
  readonly promptSeconds: () => number
  /** Activity counts without an answer (A§4, C§4 forced logout). By default only the answer counts. */
  readonly activityIsAnswer?: boolean | undefined
  /** For every activity, down to movements of the pointer. */
  readonly onActive: () => void
  /** Called before the end: when the person was last active elsewhere (milliseconds since 1970), or null. */
  readonly seenElsewhere: () => Promise<number | null>
  /** Nobody has answered, or nobody has been active for fifteen minutes. */
  readonly onGone: () => void
}

interface Idle {
  /** Null while the person is not being asked. */
  readonly secondsLeft: number | null
  readonly stay: () => void
}

/** C§4. The question stays to the end of its minute, because a press must not hit what is below it. */
export function useIdle(options: IdleOptions): Idle {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const latest = useEffectEvent(() => options)
  const watch = useRef<IdleWatch>(null)
  useEffect(() => {
    const watching = watchIdle(() => latest(), setSecondsLeft)
    watch.current = watching
    return watching.stop
  }, [])
  return { secondsLeft, stay: () => watch.current?.stay() }
}

interface IdleWatch {
  stay(): void
  stop(): void
}

function watchIdle(options: () => IdleOptions, show: (secondsLeft: number | null) => void): IdleWatch {
  let askedAt: number | null = null
  /** While being asked. */
  let activeAt: number | null = null
  let isEnding = false
  const active = (at = Date.now()) => {
    askedAt = null
    activeAt = null
    show(null)
    noteActivity(at)
    options().onActive()
  }
  const end = async () => {
    if (isEnding) return
    if (activeAt !== null && !isLongAgo(activeAt)) return active(activeAt)
    isEnding = true
    const idleSince = lastActivity()
    const seenAt = await options().seenElsewhere()
    // The person may have answered in the meantime, here or in another tab.
    const hasAnswered = lastActivity() > idleSince
    if (seenAt === null && !hasAnswered) return options().onGone()
    isEnding = false
    if (seenAt !== null && !hasAnswered) active(seenAt)
  }
  const ask = () => {
    if (hasIdled(idleTimes.logoutSeconds)) return
    askedAt = hasIdled(options().promptSeconds()) ? (askedAt ?? Date.now()) : null
    const left = askedAt === null ? null : secondsUntil(askedAt + idleTimes.countdownSeconds * 1000)
    show(left)
    if (left === 0) void end()
  }
  const endAfterLong = () => {
    if (hasIdled(idleTimes.logoutSeconds)) void end()
  }
  noteActivity()
  const stopListening = onActivity((isByHand) => {
    // A touch that wakes up a computer is not the activity of the person who left it.
    if (hasIdled(idleTimes.logoutSeconds)) void end()
    else if (askedAt === null) active()
    else if (isByHand && options().activityIsAnswer) {
      activeAt = Date.now()
      // The server tells other tabs.
      options().onActive()
    }
  })
  const timers = [setInterval(ask, 1000), setInterval(endAfterLong, idleTimes.checkSeconds * 1000)]
  return {
    stay: () => active(),
    stop() {
      stopListening()
      for (const timer of timers) clearInterval(timer)
    },
  }
}

function hasIdled(seconds: number): boolean {
  return Date.now() - lastActivity() >= seconds * 1000
}

function isLongAgo(time: number): boolean {
  return Date.now() - time >= idleTimes.logoutSeconds * 1000
}

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1000))
}
