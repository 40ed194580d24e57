import type { PauseReason } from '@portal/contract/autopay'
import type { FieldValues, NewEmail } from '../../wording/customer-email.ts'
import type { About } from '../planned/partners.ts'
import { written } from '../planned/write-email.ts'

/** AutoPay stands still until the customer acts. @param isCharging whether a charge has begun whose outcome is to come */
export function pausedEmail(
  about: About,
  key: string,
  { why, isCharging = false }: { why: PauseReason; isCharging?: boolean },
  { account, location, amount, card, payPage }: FieldValues<'autopay-paused'>,
): NewEmail {
  const cases = { why, isCharging: isCharging ? 'charging' : '' }
  return written(about, 'autopay-paused', key, { account, location, amount, card, payPage, ...cases })
}

/** @param isCharging whether a charge has begun whose outcome is to come */
export function endedEmail(about: About, id: number, account: string, isCharging: boolean): NewEmail {
  return written(about, 'autopay-ended', String(id), { account, isCharging: isCharging ? 'charging' : '' })
}

/** @param agreed the words in full, and whether the card expires before the next charge; none where it is on again */
export function agreementEmail(
  about: About,
  what: 'agreed' | 'changed' | 'words' | 'reminder' | 'resumed',
  key: string,
  account: string,
  agreed?: { text: string; cardEnds?: boolean },
): NewEmail {
  const terms = agreed?.text.split(/\n{2,}/).map((text) => ({ kind: 'paragraph', text }) as const)
  return written(
    about,
    `autopay-${what}`,
    key,
    { account, cardEnds: agreed?.cardEnds ? 'before' : '' },
    terms && { terms },
  )
}
