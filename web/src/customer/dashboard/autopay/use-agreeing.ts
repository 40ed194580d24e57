import {
  acceptAutopay,
  type AgreementWords,
  type Autopay,
  type AutopayTerms,
  changeAutopay,
  readAgreementWords,
} from '@portal/contract/autopay'
import type { AccountNumber } from '@portal/contract/ids'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { showNow } from '#api/queries.tsx'
import { asProblem, send } from '#api/send.ts'
import type { Refuse } from '#ui/form/use-form.ts'
import { useSettled } from '#ui/text/hidden-text.tsx'
import { autopayKey } from './use-autopay.ts'

interface Agreeing {
  /** Undefined when there is none to turn it on for. */
  readonly accountId: AccountNumber | undefined
  /** Of the agreement that is changed; null to turn AutoPay on. */
  readonly changes: number | null
  /** Null while something is missing or wrong. */
  readonly terms: AutopayTerms | null
  readonly onDone: () => void
  readonly refuse: Refuse
  /** Others than those that may have been agreed to are to be read now. */
  readonly onOtherWords: () => void
}

/** The words for what is chosen, and the call that accepts just these. */
export function useAgreeing({ accountId, changes, terms, onDone, refuse, onOtherWords }: Agreeing) {
  const queries = useQueryClient()
  const now = terms && accountId ? JSON.stringify([accountId, terms]) : ''
  const settled = useSettled(now)
  const words = useQuery({
    queryKey: ['autopay-words', settled],
    queryFn: async ({ signal }) => {
      if (!terms || !accountId) throw new Error('There are no terms to put into words')
      return await send(readAgreementWords, { as: 'customer', body: { accountId, terms }, signal })
    },
    enabled: now !== '' && settled === now,
    placeholderData: keepPreviousData,
    // Another utility profile may have been read since.
    staleTime: 60_000,
  })
  const unsettle = useEffectEvent(onOtherWords)
  useEffect(() => unsettle(), [now, words.data?.sha256])
  const agree = useMutation({
    mutationFn: sendAgreed,
    onSuccess: (autopay) => {
      showNow(queries, autopayKey, autopay)
      onDone()
    },
    onError: (error) => {
      const problem = asProblem(error)
      refuse(problem.errors)
      if (problem.name === 'words-changed') {
        void queries.invalidateQueries({ queryKey: ['autopay-words'] })
      }
      // Another tab may have turned it on, or off.
      void queries.invalidateQueries({ queryKey: autopayKey })
    },
  })
  const isCurrent =
    words.isSuccess && !words.isPlaceholderData && settled === now && terms !== null && accountId !== undefined
  return {
    /** Null until the choice is whole: these would be terms that nobody chose. */
    words: now === '' ? null : (words.data ?? null),
    isWhole: now !== '',
    wordsError: words.error,
    tryAgain: () => void words.refetch(),
    /** Nothing can be agreed to while the words on the page are of something else. */
    isWaiting: now !== '' && !isCurrent,
    agree: () => {
      if (isCurrent) agree.mutate({ accountId, changes, terms, words: { sha256: words.data.sha256 } })
    },
    isPending: agree.isPending,
    error: agree.error,
  }
}

interface Agreed {
  readonly accountId: AccountNumber
  readonly changes: number | null
  readonly terms: AutopayTerms
  readonly words: Pick<AgreementWords, 'sha256'>
}

async function sendAgreed({ accountId, changes: id, terms, words }: Agreed): Promise<Autopay> {
  if (id === null) return await send(acceptAutopay, { as: 'customer', body: { accountId, terms, words } })
  return await send(changeAutopay, { as: 'customer', params: { id }, body: { terms, words } })
}
