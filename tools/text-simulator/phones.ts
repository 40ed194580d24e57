import { setTimeout as wait } from 'node:timers/promises'
import twilio from 'twilio'
import { type Deliveries, startDeliveries } from '../gateway-simulator/deliveries.ts'
import { type Message, type Messages, ownAnswers } from './messages.ts'
import { troubleOfNumber, twilioAccount } from './twilio-api.ts'

/** The phones, their owners and their carrier. */
export interface Phones {
  /** A person replies to a text. */
  reply(from: string, body: string): Promise<void>
  /** Where replies go: the webhook of the messaging service. */
  sendTo(url: string): void
  repliesUrl(): string | null
  /** How reports and replies arrive. */
  deliveries: Deliveries
  /** The last status that the carrier reports. */
  reportUntil(status: 'accepted' | 'sent' | 'delivered'): void
}

/** Milliseconds from one status to the next. */
const travelMilliseconds = 100

export function startPhones(messages: Messages, closing: AbortSignal): Phones & { follow(message: Message): void } {
  let url: string | null = null
  let last = 'delivered'
  const { tell, ...deliveries } = startDeliveries<Event>({ requestOf, retries: [100], closing })

  async function travel({ sid, to, callback }: Message): Promise<void> {
    const trouble = troubleOfNumber(to)
    const end = trouble === null ? 'delivered' : 'undelivered'
    for (const status of last === 'accepted' ? [] : (['sent', end] as const)) {
      await wait(travelMilliseconds, undefined, { signal: closing })
      const message = await messages.change(sid, status, status === 'undelivered' ? trouble : null)
      if (callback !== null) tell([{ url: callback, params: reportOf(message) }])
      if (status === last) return
    }
  }

  return {
    deliveries,
    sendTo: (address) => void (url = address),
    repliesUrl: () => url,
    reportUntil: (status) => void (last = status),
    follow: (message) => void travel(message).catch(() => undefined),
    async reply(from, body) {
      const { number: to } = twilioAccount
      const common = { errorCode: null, callback: null }
      const message = await messages.add({ direction: 'inbound', from, to, body, status: 'received', ...common })
      const own = ownAnswers.find(({ word }) => word.test(body))
      if (own) {
        const { answer } = own
        const told = { direction: 'outbound-reply', from: to, to: from, body: answer, status: 'delivered' } as const
        await messages.add({ ...told, ...common })
      }
      if (url !== null) tell([{ url, params: replyOf(message) }])
    },
  }
}

/** A call of the portal, signed like Twilio’s. */
interface Event {
  url: string
  params: Record<string, string>
}

function requestOf({ url, params }: Event) {
  const signature = twilio.getExpectedTwilioSignature(twilioAccount.authToken, url, params)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
  return { url, headers, body: new URLSearchParams(params).toString() }
}

function reportOf(message: Message): Record<string, string> {
  const { status, errorCode } = message
  return {
    ...commonOf(message),
    MessageStatus: status,
    SmsStatus: status,
    ...(errorCode !== null && { ErrorCode: String(errorCode) }),
  }
}

function replyOf(message: Message): Record<string, string> {
  return { ...commonOf(message), SmsStatus: 'received', Body: message.body, NumMedia: '0', NumSegments: '1' }
}

function commonOf({ sid, from, to }: Message) {
  const { accountSid: AccountSid, serviceSid: MessagingServiceSid } = twilioAccount
  return { AccountSid, MessagingServiceSid, MessageSid: sid, SmsSid: sid, From: from, To: to, ApiVersion: '2010-04-01' }
}
