import { accountEnd } from '@portal/contract/account-shape'
import { CalendarDate, dateIn, formatDate } from '@portal/contract/dates'
import { type AccountNumber, exampleAccount } from '@portal/contract/ids'
import { type Cents, cents, dollars } from '@portal/contract/money'
import { type MessageKind, proofMinutes } from '@portal/contract/notifications'
import { isDue } from '@portal/contract/owed'
import { pagePaths } from '@portal/contract/paths'
import { onePartLength, textLength } from '@portal/contract/text-messages'
import type { UtilityProfile } from '@portal/contract/utility'
import type { NotificationFacts } from '../database/tables/notifications.ts'
import { type SaidPart, isolated } from './email-layout.ts'
import type { Fields, Line, Values } from './message-file.ts'

const testFields = { utility: 'open', portal: 'address', accountPage: 'address' } as const satisfies Fields

/** Of what is told about an account. */
const accountFields = {
  ...testFields,
  account: 'private',
  accountEnd: 'open',
  location: 'private',
  stop: 'address',
} as const satisfies Fields

const billFields = {
  ...accountFields,
  total: 'amount',
  owed: 'amount',
  /** Says nothing where nothing is due: the date of less than the smallest payment asks for nothing. */
  dueOn: 'open',
  isDue: 'case',
  payPage: 'address',
  billPage: 'address',
} as const satisfies Fields

/** Of a payment, a charge or a card. What is owed then, only an email can say. */
const paymentFields = { ...accountFields, amount: 'amount', on: 'open', owed: 'private' } as const satisfies Fields

/** Of a broadcast. Its `message` is the paragraphs that staff wrote. */
const announcementFields = {
  ...testFields,
  stop: 'address',
  subject: 'open',
  message: 'block',
  textMessage: 'open',
} as const satisfies Fields

/** What the file of each kind may name. */
export const notificationFields: Readonly<Record<MessageKind, Fields>> = {
  billReady: billFields,
  dueSoon: billFields,
  overdue: billFields,
  paymentReceived: paymentFields,
  paymentFailed: paymentFields,
  paymentRefunded: paymentFields,
  chargeUpcoming: paymentFields,
  chargeFailed: paymentFields,
  autopayPaused: paymentFields,
  cardExpires: paymentFields,
  announcement: announcementFields,
  test: testFields,
}

/** What a message is about. */
export interface NotificationAbout {
  readonly accountId: AccountNumber
  /** Null in texts, which do not say it. */
  readonly serviceLocation: string | null
  readonly facts: NotificationFacts
  /** Now; null in texts. */
  readonly owed: Cents | null
}

/** @param token of the message */
export function notificationValues(
  { shortName, locale, timeZone }: Names,
  { portal, token }: { portal: string; token: string },
  { accountId, serviceLocation, facts, owed }: NotificationAbout,
): Values {
  const amount = (value: Cents | null | undefined) =>
    value === null || value === undefined ? '' : dollars(value, locale)
  const day = (value: CalendarDate | undefined) => (value === undefined ? '' : formatDate(value, locale))
  const about = (): Values => {
    if ('subject' in facts) return { subject: facts.subject, textMessage: facts.words }
    if ('total' in facts) {
      const now = owed ?? facts.owed
      const due = isDue(now) ? { isDue: 'due', dueOn: day(facts.dueOn) } : { isDue: '', dueOn: '' }
      return { total: amount(facts.total), owed: amount(now), ...due }
    }
    const on = day(facts.at ? dateIn(timeZone, facts.at) : facts.on)
    return { amount: amount(facts.amount), owed: amount(owed), on }
  }
  return {
    ...about(),
    utility: shortName,
    account: accountId,
    accountEnd: accountEnd(accountId),
    location: serviceLocation ?? '',
    // With the message's number: texts of the same words are told apart when one whose answer was lost is looked for.
    portal: `${portal}/#${token.split('.')[0]}`,
    accountPage: `${portal}${pagePaths.dashboard}`,
    payPage: `${portal}${pagePaths.dashboard}?account=${accountId}`,
    billPage: `${portal}${pagePaths.dashboard}?view=bills&account=${accountId}`,
    stop: stopPage(portal, token),
  }
}

/** What staff wrote, each line as a paragraph, and one that ends with a link as that link. */
export function messageBlocks(facts: NotificationFacts): Readonly<Record<string, SaidPart[]>> {
  if (!('subject' in facts)) return {}
  return {
    message: facts.body
      .split(/\n+/)
      .map((line) => line.trim())
      .filter(Boolean)
      .map(partOf),
  }
}

function partOf(line: string): SaidPart {
  const [, words = '', address] = /^(.*?):?\s*(https:\/\/\S+)$/.exec(line) ?? []
  if (address === undefined) return { kind: 'paragraph', text: isolated(line) }
  return { kind: 'link', text: isolated(words) || new URL(address).host, address }
}

type Names = Pick<UtilityProfile, 'shortName' | 'locale' | 'timeZone'>

/** Of the message with the code that proves an address. */
export function codeValues({ shortName }: Pick<UtilityProfile, 'shortName'>, code: string) {
  return { template: 'address-code', utility: shortName, code, minutes: String(proofMinutes) }
}

export function stopPage(portal: string, token: string): string {
  return `${portal}${pagePaths.stopNotifications}#${token}`
}

/** For pictures and previews. */
export function exampleAbout(kind: MessageKind): NotificationAbout {
  const [accountId, amount] = [exampleAccount(), cents(9_520)]
  return { accountId, serviceLocation: '123 Oak Street, Springfield', facts: factsOf(kind, amount), owed: amount }
}

/** As long as they come. */
export function longestAbout(kind: MessageKind): NotificationAbout {
  const [accountId, amount] = [exampleAccount(), cents(999_999_999)]
  const facts =
    kind === 'announcement' ? { subject: '', body: '', words: 'W'.repeat(leastTextRoom) } : factsOf(kind, amount)
  return { accountId, serviceLocation: 'W'.repeat(254), facts, owed: amount }
}

/** Characters that the words around a text message leave for what staff write, at least. */
const leastTextRoom = 60

/** And at most, of one text message. */
export function textRoom(profile: Names & { messages: { announcement: { text: Line } } }, portal: string): number {
  const words = 'W'
  const about = { ...longestAbout('announcement'), facts: { subject: '', body: '', words } }
  return (
    onePartLength -
    textLength(profile.messages.announcement.text.filled(sampleValues(profile, portal, about))).length +
    words.length
  )
}

function factsOf(kind: MessageKind, amount: Cents): NotificationFacts {
  if (kind === 'announcement') return exampleAnnouncement
  const on = CalendarDate.parse('2026-12-28')
  return notificationFields[kind] === billFields ? { dueOn: on, total: amount, owed: amount } : { amount, on }
}

const exampleAnnouncement = {
  subject: 'No water on Oak Street on Saturday',
  body: 'We repair a main on Oak Street. On Saturday from 9 a.m. to 3 p.m. there is no water there.\nSee the map of the work: https://example.com/work',
  words: 'No water on Oak Street on Saturday, 9 a.m. to 3 p.m.',
}

const longestId = 999_999_999

/** @returns the values of a message that is as long as messages come, or an example of one */
export function sampleValues(profile: Names, portal: string, about: NotificationAbout): Values {
  return notificationValues(profile, { portal, token: `${longestId}.${'x'.repeat(22)}` }, about)
}

export function codeText(
  profile: Pick<UtilityProfile, 'shortName'> & { messages: { 'address-code': { text: Line } } },
  code: string,
): string {
  return profile.messages['address-code'].text.filled(codeValues(profile, code))
}
