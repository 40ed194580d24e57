import twilio from 'twilio'
import type { Checked } from '../../checked.ts'
import { type Gateway, describe } from './client.ts'

/** Account, sender and webhook. Whether people can answer STOP, only the provider and a try can tell. */
export async function check(gateway: Gateway): Promise<Checked[]> {
  return [
    await tried('Twilio account', () => accountOf(gateway)),
    await tried('Text sender', () => senderOf(gateway)),
    await tried('Text replies', () => repliesTo(gateway)),
    await deliveryTo(gateway),
    {
      about: 'STOP replies',
      outcome: 'open',
      says: 'Reply STOP, HELP and START to a text from a phone of your area. Ask Twilio in writing if none arrives',
    },
  ]
}

type Found = Omit<Checked, 'about'>

async function accountOf({ client, settings }: Gateway): Promise<Found> {
  const { status, type } = await client.api.v2010.accounts(settings.accountSid).fetch()
  if (status !== 'active') return bad(`It is ${status}. The console says why`)
  return type === 'Trial' ? bad('It is a trial, which texts only numbers you verified. Upgrade it') : good('Active')
}

async function senderOf({ client, settings }: Gateway): Promise<Found> {
  const numbers = await client.messaging.v1.services(settings.serviceSid).phoneNumbers.list({ limit: 1 })
  if (numbers.length === 0) return bad('The messaging service has no number. Add one in the console: Sender Pool')
  return good('The messaging service has a number. Make sure its registration is approved')
}

async function repliesTo({ client, settings: { serviceSid, eventsUrl } }: Gateway): Promise<Found> {
  const service = await client.messaging.v1.services(serviceSid).fetch()
  const isHere =
    service.inboundRequestUrl === eventsUrl && service.inboundMethod === 'POST' && !service.useInboundWebhookOnNumber
  return isHere
    ? good(`Go to ${eventsUrl}`)
    : bad(`Let the messaging service send a webhook to ${eventsUrl}: Integration, Incoming Messages`)
}

/** As Twilio would tell of a text that is not ours. */
async function deliveryTo({ settings: { accountSid, authTokens, eventsUrl, timeout } }: Gateway): Promise<Checked> {
  const about = 'Text webhook'
  const [token = ''] = authTokens
  const params = { AccountSid: accountSid, MessageSid: `SM${'0'.repeat(32)}`, MessageStatus: 'queued' }
  const headers = { 'X-Twilio-Signature': twilio.getExpectedTwilioSignature(token, eventsUrl, params) }
  const signal = AbortSignal.timeout(timeout)
  const body = new URLSearchParams(params)
  try {
    const { ok, status } = await fetch(eventsUrl, { method: 'POST', headers, body, redirect: 'error', signal })
    if (ok) return { about, ...good('The portal takes what Twilio signs') }
    return { about, ...bad(`${eventsUrl} answered ${status}. Restart every process with the same TWILIO_AUTH_TOKEN`) }
  } catch {
    return { about, ...bad(`Nothing answers at ${eventsUrl}. Start the portal, and check DNS, firewall and proxy`) }
  }
}

async function tried(about: string, work: () => Promise<Found>): Promise<Checked> {
  try {
    return { about, ...(await work()) }
  } catch (error) {
    if (!(error instanceof twilio.RestException)) return { about, ...bad(`Twilio didn’t answer: ${describe(error)}`) }
    if (error.status === 401) return { about, ...bad('Twilio rejected TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN') }
    if (error.status === 404) return { about, ...bad('Twilio doesn’t know TWILIO_MESSAGING_SERVICE_SID') }
    return { about, ...bad(`Twilio refused: ${describe(error)}`) }
  }
}

const good = (says: string): Found => ({ outcome: 'good', says })
const bad = (says: string): Found => ({ outcome: 'bad', says })
