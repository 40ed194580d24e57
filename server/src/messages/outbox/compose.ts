import type { AccountSummaryRow } from '@portal/contract/account-summary'
import { oneClickStopPath } from '@portal/contract/sent-notifications'
import type { Email } from '../../adapters/email/port.ts'
import type { Deps } from '../../deps.ts'
import { fillEmail } from '../../wording/message-file.ts'
import { messageBlocks, notificationValues } from '../../wording/notification-fields.ts'
import { profileIn } from '../language.ts'
import type { Leased } from './message.ts'
import { stopToken, stopMailbox } from './names.ts'

type Addresses = Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL' | 'BOUNCE_DOMAIN'>

/** With what is owed now, and a link that stops emails of this kind for this account. */
export function notificationEmail(
  own: Deps['profile'],
  config: Addresses,
  { message: { id, kind, accountId, facts, language }, row }: { message: Leased; row: AccountSummaryRow },
): Omit<Email, 'to'> {
  const profile = profileIn(own, language)
  const { PUBLIC_URL: portal } = config
  const token = stopToken(config, id)
  const about = { accountId, serviceLocation: row.serviceLocation, facts, owed: row.amount }
  const domain = profile.mailFrom.split('@').at(-1) ?? ''
  const values = notificationValues(profile, { portal, token }, about)
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

/** From what is stored alone, so that a text whose answer was lost can be looked for by its words. */
export function notificationText(
  own: Deps['profile'],
  config: Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL'>,
  {
    id,
    kind,
    accountId,
    facts,
    namesAmounts,
    language,
  }: Pick<Leased, 'id' | 'kind' | 'accountId' | 'facts' | 'namesAmounts' | 'language'>,
): string {
  const profile = profileIn(own, language)
  const { PUBLIC_URL: portal } = config
  const { text, textWithAmounts } = profile.messages[kind]
  const words = (namesAmounts ? textWithAmounts : null) ?? text
  const about = { accountId, serviceLocation: null, facts, owed: null }
  return words.filled(notificationValues(profile, { portal, token: stopToken(config, id) }, about))
}
