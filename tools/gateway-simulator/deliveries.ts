import { setTimeout as wait } from 'node:timers/promises'

/** How a partner’s calls to the portal arrive: in any order, and by these switches late, repeated or never. */
export interface Deliveries {
  /** The next ones never arrive. */
  lose(events: number): void
  /** Each comes that many times. */
  repeat(times: number): void
  delay(milliseconds: number): void
  /** Kept until the returned function is called, which sends the newest first. */
  hold(): () => void
  /** As in the beginning. */
  calm(): void
}

interface Sender<Event> {
  /** Of each try; null when there is nowhere to send it. */
  requestOf(event: Event): { url: string; headers: Record<string, string>; body: string } | null
  /** Milliseconds after each failed delivery. */
  retries: readonly number[]
  closing: AbortSignal
}

export function startDeliveries<Event>({
  requestOf,
  retries,
  closing,
}: Sender<Event>): Deliveries & { tell(events: readonly Event[]): void } {
  let switches = { lose: 0, repeat: 1, delay: 0 }
  let held: Event[] | null = null

  async function deliver(event: Event): Promise<void> {
    await pause(switches.delay)
    for (const rest of retries) {
      const request = requestOf(event)
      if (request === null || closing.aborted) return
      const { url, headers, body } = request
      const reply = await fetch(url, { method: 'POST', headers, body, signal: closing }).catch(() => null)
      await reply?.arrayBuffer().catch(() => null)
      if (reply?.ok) return
      await pause(rest)
    }
  }

  const pause = async (milliseconds: number): Promise<void> =>
    await wait(milliseconds, undefined, { signal: closing }).catch(() => undefined)

  function tell(events: readonly Event[]): void {
    for (const event of events) {
      if (switches.lose > 0) switches.lose -= 1
      else if (held) held.push(event)
      else for (let copy = 0; copy < switches.repeat; copy += 1) void deliver(event)
    }
  }

  function release(): void {
    const waiting = held ?? []
    held = null
    tell(waiting.toReversed())
  }

  return {
    tell,
    lose: (events) => void (switches.lose = events),
    repeat: (times) => void (switches.repeat = times),
    delay: (milliseconds) => void (switches.delay = milliseconds),
    hold() {
      held ??= []
      return release
    },
    calm() {
      switches = { lose: 0, repeat: 1, delay: 0 }
      release()
    },
  }
}
