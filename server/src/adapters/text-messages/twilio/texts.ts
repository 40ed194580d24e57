import { epochOf } from '@portal/contract/dates'
import twilio from 'twilio'
import { z } from 'zod'
import type { FindResult, LostText, SendResult, TextMessages, TextReport, TextToSend } from '../port.ts'
import { check } from './check.ts'
import { type Gateway, type TwilioSettings, describe, twilioClient, wasNeverSent } from './client.ts'
import { read, reportOf } from './read-event.ts'
import { troubleOf } from './troubles.ts'

/** Texts by a Messaging Service of Twilio (docs/deployment.md). */
export function twilioTexts(settings: TwilioSettings): TextMessages {
  const gateway = { settings, client: twilioClient(settings) }
  return {
    timeout: settings.timeout,
    receipt: { type: 'text/xml', body: '<Response></Response>' },
    send: (text) => send(gateway, text),
    find: (text) => find(gateway, text),
    read: (call) => read(settings, call),
    check: () => check(gateway),
  }
}

const Accepted = z.object({ sid: z.string().regex(/^SM[0-9a-f]{32}$/) })
const longestWait = 36_000

async function send({ client, settings }: Gateway, text: TextToSend): Promise<SendResult> {
  const { to, body, reference, goodForSeconds } = text
  try {
    const message = await client.messages.create({
      to,
      body,
      messagingServiceSid: settings.serviceSid,
      statusCallback: `${settings.eventsUrl}?reference=${encodeURIComponent(reference)}`,
      validityPeriod: Math.min(Math.max(Math.floor(goodForSeconds), 1), longestWait),
      smartEncoded: true,
    })
    const accepted = Accepted.safeParse(message)
    if (!accepted.success) return { outcome: 'unknown', reason: 'an answer that is not Twilio’s' }
    return { outcome: 'accepted', id: accepted.data.sid }
  } catch (error) {
    return resultOfError(error)
  }
}

/** Only an answer of 4xx, or no connection at all, proves that Twilio does not have the text. */
function resultOfError(error: unknown): SendResult {
  const reason = describe(error)
  if (wasNeverSent(error)) return { outcome: 'notSent', reason }
  if (!(error instanceof twilio.RestException)) return { outcome: 'unknown', reason }
  const { status, code } = error
  if (status < 400 || status >= 500) return { outcome: 'unknown', reason }
  // Without a code, something before Twilio has refused it.
  if (status === 429 || code === undefined) return { outcome: 'notSent', reason }
  const trouble = troubleOf(String(code))
  return trouble === 'busy' ? { outcome: 'notSent', reason } : { outcome: 'refused', trouble, code: String(code) }
}

/** More than a number gets between the text and the search for it. */
const mostListed = 50
/** Milliseconds by which the clocks may differ. */
const clocksDiffer = 60_000

/**
 * Twilio lists no reference, so the text itself tells. A queued one has no time of sending yet, by which the list could
 * be narrowed: these are the number’s newest.
 */
async function find({ client, settings }: Gateway, { to, body, sentAt }: LostText): Promise<FindResult> {
  try {
    const messages = await client.messages.list({ to, limit: mostListed })
    const found = messages.find(
      (message) =>
        message.messagingServiceSid === settings.serviceSid &&
        lettersOf(message.body) === lettersOf(body) &&
        message.dateCreated.getTime() >= epochOf(sentAt) - clocksDiffer,
    )
    const report: TextReport | null = found ? reportOf(found.sid, found.status, String(found.errorCode ?? '')) : null
    return report ? { outcome: 'found', ...report } : { outcome: 'absent' }
  } catch (error) {
    return { outcome: 'unavailable', reason: describe(error) }
  }
}

/** Smart encoding replaces signs, never these. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}
