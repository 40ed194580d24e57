import { parse } from 'qs'
import { z } from 'zod'
import type { Message, Messages } from './messages.ts'

/** The account, its messaging service and its number at the stand-in. */
export const twilioAccount = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'standin_token_of_twilio',
  serviceSid: `MG${'0'.repeat(32)}`,
  number: '+16715550199',
} as const

/** For a server whose texts the stand-in at this address sends. */
export function textSettings(url: string): Record<string, string> {
  return {
    TEXT_MESSAGES: 'twilio',
    TWILIO_ACCOUNT_SID: twilioAccount.accountSid,
    TWILIO_AUTH_TOKEN: twilioAccount.authToken,
    TWILIO_MESSAGING_SERVICE_SID: twilioAccount.serviceSid,
    TWILIO_API_URL: url,
  }
}

export interface TextRequest {
  method: string
  /** With its query. */
  path: string
  /** Form encoded. */
  body: string
  authorization: string | undefined
}

/** What a request asks for. */
export type TextWork = 'create' | 'read'

interface TextReply {
  status: number
  body: unknown
}

export interface TextWorld {
  messages: Messages
  /** Where replies go. */
  repliesUrl(): string | null
  /** What becomes of a text that was accepted. */
  follow(message: Message): void
}

const account = `/2010-04-01/Accounts/${twilioAccount.accountSid}`
const service = `/v1/Services/${twilioAccount.serviceSid}`

/** Twilio’s API without the network. */
export async function answer(world: TextWorld, { method, path, body, authorization }: TextRequest): Promise<TextReply> {
  const { accountSid, authToken } = twilioAccount
  if (authorization !== `Basic ${btoa(`${accountSid}:${authToken}`)}`) return refusal(401, 20003)
  const [place = '', query = ''] = path.split('?', 2)
  const isRead = method === 'GET'
  if (method === 'POST' && place === `${account}/Messages.json`) return await create(world, parse(body))
  if (isRead && place === `${account}/Messages.json`) return listed(world, new URLSearchParams(query))
  if (isRead && place === `${account}.json`) return done({ sid: accountSid, status: 'active', type: 'Full' })
  if (isRead && place === `${service}/PhoneNumbers`)
    return done(page('phone_numbers', [{ sid: `PN${'0'.repeat(32)}` }]))
  if (isRead && place === service) return done(serviceOf(world))
  const sid = isRead ? /\/Messages\/(\w+)\.json$/.exec(place)?.[1] : undefined
  const message = world.messages.list().find((each) => each.sid === sid)
  return message ? done(messageObject(message)) : refusal(404, 20404)
}

export function refusal(status: number, code: number): TextReply {
  return { status, body: { code, message: 'A simulated refusal', status, more_info: '' } }
}

const done = (body: unknown): TextReply => ({ status: 200, body })

const Order = z.object({
  To: z.string().regex(/^\+[1-9]\d{6,14}$/),
  Body: z.string().min(1).max(1600),
  MessagingServiceSid: z.literal(twilioAccount.serviceSid),
  StatusCallback: z.url().optional(),
  SmartEncoded: z.literal('true'),
  ValidityPeriod: z.coerce.number().int().min(1).max(36_000),
})

/** `+150055CCCCC` has trouble CCCCC: below 30000 the text is refused, else it is accepted and fails later. */
export function troubleOfNumber(number: string): number | null {
  const [, code] = /^\+150055(\d{5})$/.exec(number) ?? []
  return code === undefined ? null : Number(code)
}

async function create({ messages, follow }: TextWorld, params: unknown): Promise<TextReply> {
  const order = Order.safeParse(params)
  if (!order.success) return refusal(400, order.error.issues[0]?.path[0] === 'To' ? 21211 : 20001)
  const { To: to, Body: body, StatusCallback: callback = null } = order.data
  const trouble = messages.isStopped(to) ? 21610 : troubleOfNumber(to)
  if (trouble !== null && trouble < 30_000) return refusal(400, trouble)
  const message = await messages.add({
    direction: 'outbound-api',
    from: twilioAccount.number,
    to,
    body: body.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/[–—]/g, '-'),
    status: 'accepted',
    errorCode: null,
    callback,
  })
  follow(message)
  return { status: 201, body: messageObject(message) }
}

/** The newest first. */
function listed({ messages }: TextWorld, query: URLSearchParams): TextReply {
  const found = messages.list().filter(({ to }) => to === (query.get('To') ?? to))
  return done(
    page(
      'messages',
      found
        .toReversed()
        .slice(0, Number(query.get('PageSize') ?? 50))
        .map(messageObject),
    ),
  )
}

function page(key: string, items: unknown[]) {
  const meta = { key, page: 0, page_size: 50, next_page_url: null, previous_page_url: null }
  return { [key]: items, meta, next_page_uri: null, page: 0, page_size: 50 }
}

function messageObject({ sid, direction, from, to, body, status, errorCode, at }: Message) {
  const date = new Date(at).toUTCString().replace('GMT', '+0000')
  return {
    account_sid: twilioAccount.accountSid,
    body,
    date_created: date,
    date_sent: status === 'accepted' ? null : date,
    direction,
    error_code: errorCode,
    from,
    messaging_service_sid: twilioAccount.serviceSid,
    sid,
    status,
    to,
  }
}

function serviceOf({ repliesUrl }: TextWorld) {
  return {
    sid: twilioAccount.serviceSid,
    account_sid: twilioAccount.accountSid,
    inbound_request_url: repliesUrl(),
    inbound_method: 'POST',
    use_inbound_webhook_on_number: false,
    us_app_to_person_registered: true,
  }
}
