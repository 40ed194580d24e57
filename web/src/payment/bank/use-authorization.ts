import { type BankHolder, debitAuthorization, payAmount } from '@portal/contract/bank-accounts'
import type { CalendarDate } from '@portal/contract/dates'
import type { Cents } from '@portal/contract/money'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { dollars } from '#ui/text/format.ts'
import { spoken, t } from '#ui/text/t.ts'

/** What the holder of a bank account authorizes by paying, and the button that does it. */
export interface Authorization {
  readonly words: string
  readonly button: string
}

/** As the server words it today; it tells when the day has changed since the page was loaded. */
export function useAuthorization({ amount, holder }: { readonly amount: Cents; readonly holder: BankHolder }) {
  const { profile, today } = usePortalStart()
  const [from, setFrom] = useState(today)
  const { name: utility, phones } = profile
  const facts = { utility, phone: phones[0]?.number ?? '', amount, from, holder, locale: spoken().locale }
  return {
    authorization: { words: debitAuthorization({ t }, facts), button: t(payAmount, { amount: dollars(amount) }) },
    onDay: (day: CalendarDate | undefined) => (day === undefined ? undefined : setFrom(day)),
  }
}
