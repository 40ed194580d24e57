import type { UtilityProfile } from '@portal/contract/utility'

/** START alone turns nothing on. */
export function startedText(
  { shortName }: Pick<UtilityProfile, 'shortName'>,
  { PUBLIC_URL: portal }: { PUBLIC_URL: string },
  wasStopped: boolean,
): string {
  const where = `Log in at ${portal}, open Notifications and`
  return wasStopped
    ? `${shortName}: One more step. ${where} confirm this number to get texts again. Reply STOP to stop.`
    : `${shortName}: Texts to this number are not stopped. ${where} choose which you get. Reply STOP to stop.`
}

/** To a reply that no machine understands; staff read it. */
export function unreadText({ shortName, phones }: Pick<UtilityProfile, 'shortName' | 'phones'>): string {
  return `${shortName}: We don’t answer texts here. Call ${phones[0]?.number ?? ''}. Reply STOP to stop, HELP for help.`
}

export function helpText({ shortName, phones }: Pick<UtilityProfile, 'shortName' | 'phones'>): string {
  return `${shortName} notifications. Call ${phones[0]?.number ?? ''} for help. Message and data rates may apply. Reply STOP to stop.`
}

export function stoppedText({ shortName }: Pick<UtilityProfile, 'shortName'>): string {
  return `${shortName}: You get no more texts from us. Reply START to allow them again.`
}
