import { idleTimes } from '@portal/contract/sign-in-texts'
import { useEffect, useRef, useState } from 'react'
import { lastActivity, noteActivity, onActivity } from './activity.ts'

interface IdleOptions {
  /** After so long without activity the person is asked. */
  readonly promptSeconds: () => number
  /** Somebody does something; called for every movement. */
  readonly onActive: () => void
  /** Before anybody is sent away: when the person was last seen elsewhere (milliseconds since 1970), or null. */
  readonly seenElsewhere: () => Promise<number | null>
  /** Nobody answered, or nobody has been there for fifteen minutes. */
  readonly onGone: () => void
}

interface Idle {
  /** The person is being asked and has so many seconds to answer; null: not asked. */
  readonly secondsLeft: number | null
  readonly stay: () => void
}

/**
 * Watches for a person who does nothing (C§4): asks after `promptSeconds`, with a countdown of a minute, and gives up
 * at its end. While it asks, only the answer counts, or activity in another tab. Who comes back to a computer that
 * slept for fifteen minutes is not asked any more.
 */
export function useIdle(options: IdleOptions): Idle {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const latest = useRef(options)
  latest.current = options
  const watch = useRef<IdleWatch>(null)
  useEffect(() => {
    const watching = watchIdle(() => latest.current, setSecondsLeft)
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
  let isEnding = false
  const active = (at = Date.now()) => {
    askedAt = null
    show(null)
    noteActivity(at)
    options().onActive()
  }
  const end = async () => {
    if (isEnding) return
    isEnding = true
    const idleSince = lastActivity()
    const seenAt = await options().seenElsewhere()
    // Meanwhile the person may have answered, here or in another tab.
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
  const stopListening = onActivity(() => {
    // A touch that wakes a computer up is not the activity of the person who left it.
    if (askedAt === null && !hasIdled(idleTimes.logoutSeconds)) active()
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

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1000))
}
