import { createHmac } from 'node:crypto'
import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { formatDate } from '@portal/contract/dates'
import { dollars } from '@portal/contract/money'
import { type AccountNews, oneClickStopPath } from '@portal/contract/notifications'
import { pagePaths } from '@portal/contract/paths'
import type { Email } from '../adapters/email/port.ts'
import type { Deps } from '../deps.ts'
import { type SaidText, layOutEmail } from '../foundation/messages/email-layout.ts'
import type { Leased } from './records.ts'

type Addresses = Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL'>

/** The subject names no amount and no account: anybody may see it on a locked phone. */
const said: Readonly<Record<AccountNews, { title: string; first: string }>> = {
  billReady: { title: 'Your bill is ready', first: 'You have a new bill.' },
  dueSoon: { title: 'Your bill is due soon', first: 'This bill is not paid yet.' },
  overdue: { title: 'Your bill is past due', first: 'We have not received a payment for this bill.' },
}

const stop: SaidText = { text: 'You get this email because you asked for it. Stop emails like this one:' }

/** With what is owed now, and a link that stops emails of this kind for this account. */
export function newsEmail(
  profile: Deps['profile'],
  config: Addresses,
  { message, row }: { message: Leased; row: AccountSummaryRow },
): Omit<Email, 'to'> {
  const { title, first } = said[message.kind]
  const { locale } = profile
  const subject = { text: title }
  const stopPage = `${config.PUBLIC_URL}${pagePaths.stopNotifications}#${stopToken(config, message.id)}`
  const laidOut = layOutEmail(
    {
      subject,
      heading: subject,
      parts: [
        { kind: 'paragraph', text: first },
        {
          kind: 'details',
          rows: [
            ['Account', message.accountId],
            ['Service location', row.serviceLocation],
            ['Bill', dollars(message.facts.total, locale)],
            ['Owed now', dollars(row.amount, locale)],
            ['Due date', formatDate(message.facts.dueOn, locale)],
          ],
        },
        { kind: 'link', text: 'See and pay your bill', address: `${config.PUBLIC_URL}${pagePaths.dashboard}` },
        { kind: 'paragraph', ...stop },
        { kind: 'link', text: 'Stop these emails', address: stopPage },
      ],
    },
    profile,
  )
  return {
    ...laidOut,
    messageId: `<notification-${message.id}@${profile.mailFrom.split('@').at(-1)}>`,
    stopAddress: `${config.PUBLIC_URL}${oneClickStopPath}?token=${stopToken(config, message.id)}`,
  }
}

/** Names the message and proves that we wrote it, with 128 bits; stored nowhere. */
export function stopToken({ LINK_SECRET }: Pick<Addresses, 'LINK_SECRET'>, id: number): string {
  const mac = createHmac('sha256', LINK_SECRET).update(`stop notification ${id}`).digest('base64url').slice(0, 22)
  return `${id}.${mac}`
}
