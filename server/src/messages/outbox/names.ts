import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'

type Needed = Pick<Deps['config'], 'LINK_SECRET' | 'BOUNCE_DOMAIN'>

/** One email of ours: a notification, or one of the outbox. */
export interface EmailName {
  of: 'notification' | 'email'
  id: number
}

/**
 * An envelope sender for this email alone, to which it comes back. Anybody can forge a bounce, so it carries a MAC; in
 * small letters, since some servers change capitals. Undefined where nothing takes what comes back.
 */
export function returnPath(config: Needed, email: EmailName): string | undefined {
  const { BOUNCE_DOMAIN: domain } = config
  return domain === undefined ? undefined : `${email.of}-${email.id}-${macOf(config, email)}@${domain}`
}

const mostTried = 20

/** The email whose envelope sender stands anywhere in the text; null when it is not ours. */
export function emailOfReturnPath(config: Needed, text: string): EmailName | null {
  const { BOUNCE_DOMAIN: domain } = config
  if (domain === undefined) return null
  const found = text
    .toLowerCase()
    .matchAll(/\b(notification|email|letter)-([1-9]\d{0,14})-([0-9a-f]{32})@([a-z0-9.-]+)/g)
  for (const [, of = '', number, mac = '', at = ''] of [...found].slice(0, mostTried)) {
    const id = Number(number)
    if (at === domain && timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(config, { of, id }))))
      return { of: of === 'notification' ? of : 'email', id }
  }
  return null
}

/** Until version 1.0.0 an email of the outbox was called a letter there. */
function macOf({ LINK_SECRET }: Pick<Needed, 'LINK_SECRET'>, { of, id }: { of: string; id: number }): string {
  return createHmac('sha256', LINK_SECRET).update(`return path ${of} ${id}`).digest('hex').slice(0, 32)
}

/** Names the message and proves that we wrote it, with 128 bits; stored nowhere. */
export function stopToken({ LINK_SECRET }: { LINK_SECRET: string }, id: number): string {
  return `${id}.${stopMac({ LINK_SECRET }, id, 'base64url').slice(0, 22)}`
}

/** 128 bits in 32 hexadecimal digits; in base64url, as many of the first letters as one wants. */
export function stopMac({ LINK_SECRET }: { LINK_SECRET: string }, id: number, as: 'hex' | 'base64url'): string {
  return createHmac('sha256', LINK_SECRET).update(`stop notification ${id}`).digest(as).slice(0, 32)
}

/** Where a person’s mail program writes to, to stop emails like this one: as much a proof as the token, in small letters. */
export function stopMailbox(config: { LINK_SECRET: string; BOUNCE_DOMAIN: string }, id: number): string {
  return `stop-${id}-${stopMac(config, id, 'hex')}@${config.BOUNCE_DOMAIN}`
}

/** Of a message, for the provider; nothing in it tells whose it is. */
export function referenceOf(id: number): string {
  return `notification_${id}`
}

export function idOfReference(reference: string): number | null {
  const id = Number(/^(?:notification|news)_([1-9]\d{0,14})$/.exec(reference)?.[1] ?? Number.NaN)
  return Number.isSafeInteger(id) ? id : null
}

/** Mail servers tell no capitals apart. */
export function keyOf(address: string): string {
  return address.toLowerCase()
}

/** What the cause of a broadcast's messages begins with; its number follows. */
export const broadcastCause = 'broadcast-'
