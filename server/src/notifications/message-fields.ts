import { createHmac } from 'node:crypto'
import { CalendarDate, formatDate } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { cents, dollars } from '@portal/contract/money'
import type { AccountNews } from '@portal/contract/notifications'
import { pagePaths } from '@portal/contract/paths'
import type { UtilityProfile } from '@portal/contract/utility'
import type { NotificationFacts } from '../database/tables/notifications.ts'
import type { Fields } from '../foundation/messages/message-file.ts'

/** Of what is told about one bill. */
const billFields = {
  utility: 'open',
  account: 'private',
  accountEnd: 'open',
  location: 'private',
  total: 'amount',
  owed: 'amount',
  dueOn: 'open',
  portal: 'address',
  accountPage: 'address',
  stop: 'address',
} as const satisfies Fields

/** What the file of each kind may name. */
export const newsFields: Readonly<Record<AccountNews, Fields>> = {
  billReady: billFields,
  dueSoon: billFields,
  overdue: billFields,
}

/** What a message is about. */
export interface NewsAbout {
  readonly accountId: AccountNumber
  readonly serviceLocation: string
  readonly facts: NotificationFacts
}

/** @param addresses of the portal, and of the page that stops messages like this one */
export function newsValues(
  { shortName, locale }: Pick<UtilityProfile, 'shortName' | 'locale'>,
  { portal, stop }: { portal: string; stop: string },
  { accountId, serviceLocation, facts }: NewsAbout,
): Record<keyof typeof billFields, string> {
  return {
    utility: shortName,
    account: accountId,
    accountEnd: accountId.slice(-4),
    location: serviceLocation,
    total: dollars(facts.total, locale),
    owed: dollars(facts.owed, locale),
    dueOn: formatDate(facts.dueOn, locale),
    portal,
    accountPage: `${portal}${pagePaths.dashboard}`,
    stop,
  }
}

/** Names the message and proves that we wrote it, with 128 bits; stored nowhere. */
export function stopToken({ LINK_SECRET }: { LINK_SECRET: string }, id: number): string {
  const mac = createHmac('sha256', LINK_SECRET).update(`stop notification ${id}`).digest('base64url').slice(0, 22)
  return `${id}.${mac}`
}

export function stopPage(portal: string, token: string): string {
  return `${portal}${pagePaths.stopNotifications}#${token}`
}

/** For pictures and previews. */
export const exampleAbout: NewsAbout = {
  accountId: AccountNumber.parse('1234567890'),
  serviceLocation: '123 Marine Corps Dr, Tamuning',
  facts: { dueOn: CalendarDate.parse('2026-12-21'), total: cents(9_520), owed: cents(9_520) },
}

/** As long as they come. */
export const longestAbout: NewsAbout = {
  accountId: AccountNumber.parse('9999999999'),
  serviceLocation: 'W'.repeat(254),
  facts: { dueOn: CalendarDate.parse('2026-12-28'), total: cents(999_999_999), owed: cents(999_999_999) },
}
const longestId = 999_999_999

/** @returns the values of a message that is as long as messages come, or an example of one */
export function sampleValues(profile: Pick<UtilityProfile, 'shortName' | 'locale'>, portal: string, about: NewsAbout) {
  const token = `${longestId}.${'x'.repeat(22)}`
  return newsValues(profile, { portal, stop: stopPage(portal, token) }, about)
}
