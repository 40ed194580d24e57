import { MobileNumber, readReply } from '@portal/contract/text-messages'
import twilio from 'twilio'
import { z } from 'zod'
import type { TextEvent, TextEventCall, TextReport } from '../port.ts'
import type { TwilioSettings } from './client.ts'
import { troubleOf } from './troubles.ts'

/** A text, or one that left as a picture message. */
export const MessageSid = z.string().regex(/^(SM|MM)[0-9a-f]{32}$/)
const Fields = z.record(z.string(), z.string())

/** A report has `MessageStatus`; a text that a person has sent, `Body`. */
const Report = z.object({ MessageSid, MessageStatus: z.string(), ErrorCode: z.string().default('') })
const Reply = z.object({
  MessageSid,
  From: MobileNumber,
  Body: z.string(),
  /** With Advanced Opt-Out, where the words are the utility’s own. */
  OptOutType: z.enum(['STOP', 'START', 'HELP']).optional().catch(undefined),
})

const Reference = z.string().regex(/^[\w-]{1,64}$/)

/** The signature covers the address with its query, so our reference, too; it has no time: repeats are told by their id. */
export function read(settings: TwilioSettings, { url, headers, params }: TextEventCall): TextEvent {
  const signature = headers['x-twilio-signature']
  const fields = Fields.safeParse(params)
  if (typeof signature !== 'string') return { outcome: 'refused', reason: 'not signed' }
  if (!fields.success) return { outcome: 'refused', reason: 'not a form' }
  const called = new URL(settings.eventsUrl).origin + url
  const isSigned = settings.authTokens.some((token) => twilio.validateRequest(token, signature, called, fields.data))
  if (!isSigned) return { outcome: 'refused', reason: 'not signed with our token for this address' }
  if (fields.data['AccountSid'] !== settings.accountSid) return { outcome: 'refused', reason: 'of another account' }
  return 'MessageStatus' in fields.data ? reportIn(fields.data, called) : replyIn(fields.data)
}

function reportIn(fields: z.infer<typeof Fields>, url: string): TextEvent {
  const told = Report.safeParse(fields)
  const reference = Reference.safeParse(URL.parse(url)?.searchParams.get('reference'))
  if (!told.success || !reference.success) return { outcome: 'ignored', reason: 'about no text of ours' }
  const { MessageSid: id, MessageStatus, ErrorCode } = told.data
  const report = reportOf(id, MessageStatus, ErrorCode)
  return report
    ? { outcome: 'report', reference: reference.data, ...report }
    : { outcome: 'ignored', reason: 'a status that we do not know' }
}

const states: Readonly<Record<string, TextReport['state']>> = {
  accepted: 'accepted',
  scheduled: 'accepted',
  queued: 'accepted',
  sending: 'accepted',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
}

/** In Twilio’s words. */
export function reportOf(id: string, status: string, code: string): TextReport | null {
  const state = states[status]
  if (!state) return null
  return state === 'undelivered'
    ? { id, state, trouble: troubleOf(code), code }
    : { id, state, trouble: null, code: null }
}

/** Twilio answers these by itself, when they are all that the text says. */
const ownWords = /^\s*(stop|stopall|unsubscribe|end|quit|revoke|optout|cancel|start|unstop|help|info)\s*$/i

function replyIn(fields: z.infer<typeof Fields>): TextEvent {
  const told = Reply.safeParse(fields)
  if (!told.success) return { outcome: 'ignored', reason: 'no text from a number that we know' }
  const { MessageSid: id, From, Body, OptOutType } = told.data
  return {
    outcome: 'reply',
    id,
    from: From,
    words: Body,
    ...readReply(Body),
    ...(OptOutType && { word: wordOf[OptOutType] }),
    isAnswered: OptOutType !== undefined || ownWords.test(Body),
  }
}

const wordOf = { STOP: 'stop', START: 'start', HELP: 'help' } as const
