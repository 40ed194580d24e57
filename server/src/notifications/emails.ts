import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { oneClickStopPath } from '@portal/contract/sent-notifications'
import type { Email } from '../adapters/email/port.ts'
import type { Deps } from '../deps.ts'
import { profileIn } from '../foundation/messages/language.ts'
import { stopToken, stopMailbox } from '../foundation/messages/return-path.ts'
import { fillEmail } from '../wording/message-file.ts'
import { messageBlocks, newsValues } from '../wording/notification-fields.ts'
import type { Leased } from './records.ts'

type Addresses = Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL' | 'BOUNCE_DOMAIN'>

/** With what is owed now, and a link that stops emails of this kind for this account. */
export function newsEmail(
  own: Deps['profile'],
  config: Addresses,
  { message: { id, kind, accountId, facts, language }, row }: { message: Leased; row: AccountSummaryRow },
): Omit<Email, 'to'> {
  const profile = profileIn(own, language)
  const { PUBLIC_URL: portal } = config
  const token = stopToken(config, id)
  const about = { accountId, serviceLocation: row.serviceLocation, facts, owed: row.amount }
  const domain = profile.mailFrom.split('@').at(-1) ?? ''
  const values = newsValues(profile, { portal, token }, about)
  return {
    ...fillEmail(profile, profile.messages[kind], values, messageBlocks(facts)),
    messageId: `<notification-${id}@${domain}>`,
    listId: `${kind.toLowerCase()}.notifications.${domain}`,
    ...(kind === 'test' ? {} : stopping(profile, config, id, token)),
  }
}

/** Mail that nothing here takes goes to people, with the token that opens the page. */
function stopping(
  { customerServiceEmail }: Deps['profile'],
  { LINK_SECRET, PUBLIC_URL, BOUNCE_DOMAIN }: Addresses,
  id: number,
  token: string,
): Pick<Email, 'stopAddress' | 'stopMail'> {
  const subject = encodeURIComponent(`Stop notifications ${token}`)
  return {
    stopAddress: `${PUBLIC_URL}${oneClickStopPath}?token=${token}`,
    stopMail:
      BOUNCE_DOMAIN === undefined
        ? `${customerServiceEmail}?subject=${subject}`
        : stopMailbox({ LINK_SECRET, BOUNCE_DOMAIN }, id),
  }
}
