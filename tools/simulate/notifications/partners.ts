import { createHash } from 'node:crypto'
import { type Email, type EmailTransport, EmailNotSent, EmailRefused } from '@portal/server/adapters/email/port.ts'
import type { SendResult, TextMessages, TextToSend } from '@portal/server/adapters/text-messages/port.ts'
import { testTexts } from '@portal/server/adapters/text-messages/testing/test-texts.ts'
import type { Random } from '../random.ts'
import type { Scheduler, SimulatedProcess } from '../scheduler.ts'

/** A notification that arrived. */
export interface Arrival {
  id: number
  channel: 'email' | 'text'
  address: string
  at: number
}

type Fault = 'none' | 'refused' | 'later' | 'answerLost' | 'silence' | 'slow'

/** What the mail server and the provider of texts have taken, and what they do wrong. */
export class Partners {
  /** How often each arrived: emails by Message-ID, texts by reference. */
  readonly arrived = new Map<string, number>()
  /** Surely refused. */
  readonly refused = new Set<string>()
  /** For reports and stop links. */
  readonly arrivals: Arrival[] = []
  readonly faults = new Map<string, number>()
  isCalm = false
  /** What its reader does with a notification that has just arrived. */
  onArrival: (arrival: Arrival) => Promise<void> = async () => undefined
  readonly #scheduler: Scheduler
  readonly #random: Random
  readonly #chance: number

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler
    this.#random = random
    this.#chance = random.between(0, 40) / 100
  }

  mailFor(process: SimulatedProcess): EmailTransport {
    return { verify: async () => undefined, send: async (email) => await this.#mail(process, email) }
  }

  async #mail(process: SimulatedProcess, { messageId, to }: Email): Promise<void> {
    await this.#scheduler.pause(process)
    const id = Number(/^<notification-(\d+)@/.exec(messageId)?.[1] ?? 0)
    const take = async () => await this.#take({ key: messageId, id, channel: 'email', address: to.toLowerCase() })
    switch (this.#draw()) {
      case 'refused': {
        this.refused.add(messageId)
        const status = this.#random.pick(['5.1.1', '5.2.2', '5.7.1', null])
        await this.#scheduler.pause(process)
        throw new EmailRefused(`the mail server answered ${status}`, { status })
      }
      case 'later':
        throw new EmailNotSent('the mail server answered 451')
      case 'answerLost':
        await take()
        await this.#scheduler.pause(process)
        throw new EmailNotSent('the connection closed', { mayHaveArrived: true })
      case 'silence':
        if (this.#random.chance(0.5)) await take()
        await this.#scheduler.sleep(process, 45_000)
        throw new EmailNotSent('the mail server timed out', { mayHaveArrived: true })
      case 'slow':
        await this.#scheduler.sleep(process, this.#random.between(30_000, 100_000))
        await take()
        await this.#scheduler.pause(process)
        return
      case 'none':
        await take()
        await this.#scheduler.pause(process)
    }
  }

  textsFor(process: SimulatedProcess): TextMessages {
    return testTexts({
      send: async (text) => await this.#text(process, text),
      find: async ({ reference }) => {
        await this.#scheduler.pause(process)
        if (!this.arrived.has(reference)) return { outcome: 'absent' }
        return { outcome: 'found', id: reference, state: 'sent', trouble: null, code: null }
      },
    })
  }

  async #text(process: SimulatedProcess, { to, reference }: TextToSend): Promise<SendResult> {
    await this.#scheduler.pause(process)
    const id = Number(/^notification_(\d+)$/.exec(reference)?.[1] ?? 0)
    const take = async () => await this.#take({ key: reference, id, channel: 'text', address: to })
    const fault = this.#draw()
    if (fault === 'refused') {
      this.refused.add(reference)
      return { outcome: 'refused', trouble: this.#random.pick(['notMobile', 'unreachable', 'sender']), code: '30005' }
    }
    if (fault === 'later') return { outcome: 'notSent', reason: 'busy' }
    if (fault !== 'silence' || this.#random.chance(0.5)) await take()
    await this.#scheduler.sleep(process, fault === 'none' ? 0 : this.#random.between(1, 100) * 1000)
    return fault === 'none' || fault === 'slow'
      ? { outcome: 'accepted', id: reference }
      : { outcome: 'unknown', reason: fault }
  }

  async #take({ key, ...about }: Omit<Arrival, 'at'> & { key: string }): Promise<void> {
    this.arrived.set(key, (this.arrived.get(key) ?? 0) + 1)
    if (about.id === 0) return
    const arrival = { ...about, at: this.#scheduler.epoch() }
    this.arrivals.push(arrival)
    await this.onArrival(arrival)
  }

  #draw(): Fault {
    if (this.isCalm || !this.#random.chance(this.#chance)) return 'none'
    const fault = this.#random.pick(['refused', 'later', 'answerLost', 'silence', 'slow'] as const)
    this.count(fault)
    return fault
  }

  count(fault: string): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1)
  }
}

/** As the outbox names its emails. */
export function messageIdOf(dedupeKey: string, mailFrom: string): string {
  const name = createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32)
  return `<${name}@${mailFrom.split('@').at(-1)}>`
}
