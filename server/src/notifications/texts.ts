import type { AccountNews } from '@portal/contract/notifications'
import { pagePaths } from '@portal/contract/paths'
import type { Deps } from '../deps.ts'
import { stopToken } from './emails.ts'
import type { Leased } from './records.ts'

type Named = Pick<Deps['profile'], 'shortName'>

/** No amount, and of the account only what tells two of them apart: a text shows on a locked phone. */
const said: Readonly<Record<AccountNews, string>> = {
  billReady: 'Your bill is ready',
  dueSoon: 'Your bill is due soon',
  overdue: 'Your bill is past due',
}

/** One part of 160 letters, with an address that stops it: some numbers cannot reply STOP. */
export function newsText(
  { shortName }: Named,
  config: Pick<Deps['config'], 'LINK_SECRET' | 'PUBLIC_URL'>,
  { id, kind, accountId }: Pick<Leased, 'id' | 'kind' | 'accountId'>,
): string {
  const { PUBLIC_URL: portal } = config
  const stop = `${portal}${pagePaths.stopNotifications}#${stopToken(config, id)}`
  return `${shortName}: ${said[kind]}, account ending ${accountId.slice(-4)}. ${portal} Stop: ${stop}`
}

export function codeText({ shortName }: Named, code: string): string {
  return `${shortName}: ${code} is your code for text notifications. Message and data rates may apply. Reply STOP to stop, HELP for help.`
}

export function startedText({ shortName }: Named): string {
  return `${shortName}: You can get text notifications again. Turn them on in the portal. Reply STOP to stop, HELP for help.`
}

export function helpText({ shortName, phones }: Pick<Deps['profile'], 'shortName' | 'phones'>): string {
  return `${shortName} notifications. Call ${phones[0]?.number ?? ''} for help. Message and data rates may apply. Reply STOP to stop.`
}

export function stoppedText({ shortName }: Named): string {
  return `${shortName}: You get no more texts from us. Reply START to allow them again.`
}
