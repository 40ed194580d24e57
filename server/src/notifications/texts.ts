import type { Deps } from '../deps.ts'
import { profileIn } from '../foundation/messages/language.ts'
import { codeValues, newsValues, stopToken } from './message-fields.ts'
import type { Leased } from './records.ts'

type Named = Pick<Deps['profile'], 'shortName'>

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

export function codeText(profile: Deps['profile'], code: string): string {
  return profile.messages['address-code'].text.filled(codeValues(profile, code))
}

/** START alone turns nothing on. */
export function startedText(
  { shortName }: Named,
  { PUBLIC_URL: portal }: Pick<Deps['config'], 'PUBLIC_URL'>,
  wasStopped: boolean,
): string {
  const where = `Log in at ${portal}, open Notifications and`
  return wasStopped
    ? `${shortName}: One more step. ${where} confirm this number to get texts again. Reply STOP to stop.`
    : `${shortName}: Texts to this number are not stopped. ${where} choose which you get. Reply STOP to stop.`
}

/** To a reply that no machine understands; staff read it. */
export function unreadText({ shortName, phones }: Pick<Deps['profile'], 'shortName' | 'phones'>): string {
  return `${shortName}: We don’t answer texts here. Call ${phones[0]?.number ?? ''}. Reply STOP to stop, HELP for help.`
}

export function helpText({ shortName, phones }: Pick<Deps['profile'], 'shortName' | 'phones'>): string {
  return `${shortName} notifications. Call ${phones[0]?.number ?? ''} for help. Message and data rates may apply. Reply STOP to stop.`
}

export function stoppedText({ shortName }: Named): string {
  return `${shortName}: You get no more texts from us. Reply START to allow them again.`
}
