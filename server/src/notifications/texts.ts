import type { Deps } from '../deps.ts'
import { profileIn } from '../foundation/messages/language.ts'
import { stopToken } from '../foundation/messages/return-path.ts'
import { newsValues } from '../wording/notification-fields.ts'
import type { Leased } from './records.ts'

/** From what is stored alone, so that a text whose answer was lost can be looked for by its words. */
export function newsText(
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
  return words.filled(newsValues(profile, { portal, token: stopToken(config, id) }, about))
}
