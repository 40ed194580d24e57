import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { openLines } from '../gateway-simulator/durable-lines.ts'

const Message = z.object({
  sid: z.string(),
  direction: z.enum(['outbound-api', 'inbound', 'outbound-reply']),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  status: z.enum(['accepted', 'sent', 'delivered', 'undelivered', 'failed', 'received']),
  errorCode: z.number().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Where its status is reported. */
  callback: z.string().nullable(),
})
export type Message = z.infer<typeof Message>

/** What was texted and replied, on disk before it is told. */
export interface Messages {
  /** Oldest first. */
  list(): Message[]
  add(message: Omit<Message, 'sid' | 'at'>): Promise<Message>
  change(sid: string, status: Message['status'], errorCode: number | null): Promise<Message>
  /** Whether this number has replied STOP since its last START. */
  isStopped(number: string): boolean
  close(): Promise<void>
}

/** What Twilio answers by itself when a text says nothing else. */
export const ownAnswers = [
  {
    word: /^\s*(stop|stopall|unsubscribe|end|quit|revoke|optout|cancel)\s*$/i,
    isStopped: true,
    answer: 'You have successfully been unsubscribed. You will receive no more messages. Reply START to resubscribe.',
  },
  {
    word: /^\s*(start|unstop)\s*$/i,
    isStopped: false,
    answer: 'You have successfully been re-subscribed. Reply HELP for help. Reply STOP to unsubscribe.',
  },
  { word: /^\s*(help|info)\s*$/i, isStopped: null, answer: 'Reply STOP to unsubscribe. Msg&Data rates may apply.' },
] as const

export async function openMessages(folder: string, now: () => number = Date.now): Promise<Messages> {
  const lines = await openLines(join(folder, 'messages.jsonl'), (line) => Message.parse(line))
  const bySid = new Map(lines.written.map((message) => [message.sid, message]))

  async function keep(message: Message): Promise<Message> {
    bySid.set(message.sid, message)
    await lines.append([message])
    return message
  }

  return {
    list: () => [...bySid.values()],
    add: (message) => keep({ ...message, sid: `SM${randomBytes(16).toString('hex')}`, at: now() }),
    async change(sid, status, errorCode) {
      const message = bySid.get(sid)
      if (!message) throw new Error(`There is no message ${sid}`)
      return await keep({ ...message, status, errorCode })
    },
    isStopped(number) {
      const replies = [...bySid.values()].filter(({ direction, from }) => direction === 'inbound' && from === number)
      const said = replies.map(({ body }) => ownAnswers.find(({ word }) => word.test(body))?.isStopped ?? null)
      return said.findLast((isStopped) => isStopped !== null) ?? false
    },
    close: () => lines.close(),
  }
}
