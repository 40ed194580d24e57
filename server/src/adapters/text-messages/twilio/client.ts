import twilio from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'

export interface TwilioSettings {
  /** `AC…`. */
  accountSid: string
  /** The first one signs in; each may have signed an event. */
  authTokens: readonly string[]
  /** `MG…`. */
  serviceSid: string
  /** Where Twilio tells what happened: `textEventsPath` at the public origin. */
  eventsUrl: string
  /** Of a stand-in of both APIs; Twilio’s own when left out. */
  url?: string
  /** Milliseconds in which a request has an answer. */
  timeout: number
}

export interface Gateway {
  client: twilio.Twilio
  settings: TwilioSettings
}

export function twilioClient({ accountSid, authTokens: [authToken], url, timeout }: TwilioSettings): twilio.Twilio {
  return twilio(accountSid, authToken, { httpClient: new Requests(timeout, url) })
}

/** Sends each request once, on a connection of its own: one that Twilio has just closed would look like a lost answer. */
class Requests extends twilio.RequestClient {
  readonly #url: string | undefined

  constructor(timeout: number, url: string | undefined) {
    super({ timeout, keepAlive: false, autoRetry: false })
    this.#url = url
  }

  override async request<Body>(options: RequestClient.RequestOptions<Body>) {
    const { pathname, search } = new URL(options.uri)
    const uri = this.#url === undefined ? options.uri : new URL(pathname + search, this.#url).href
    return await super.request<Body>({ ...options, uri })
  }
}

/** Whether nothing has left this machine. */
export function wasNeverSent(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(codeOf(error))
}

/** For log and alarms. The message of an error may have the number in it, and what hangs on it the credentials. */
export function describe(error: unknown): string {
  if (error instanceof twilio.RestException) {
    return error.code === undefined ? `HTTP ${error.status}` : `HTTP ${error.status}, code ${error.code}`
  }
  return codeOf(error) || 'no answer that we know'
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
