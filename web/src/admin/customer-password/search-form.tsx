import { customerPasswordTexts } from '@portal/contract/customer-password-texts'
import { AccountNumber } from '@portal/contract/ids'
import { type SubmitEvent, useRef, useState } from 'react'
import { AccountNumberField } from '#account/bill-fields.tsx'
import { Button } from '#ui/button.tsx'
import box from '#ui/card.module.css'
import classes from './password-reset.module.css'

interface SearchFormProps {
  /** The account that is being searched for now; another one may be searched for meanwhile. */
  readonly pending: string | null
  readonly onSearch: (accountId: string) => void
}

/** The search for customers by account number (A§2). */
export function SearchForm({ pending, onSearch }: SearchFormProps) {
  const [accountId, setAccountId] = useState('')
  const [error, setError] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const trimmed = accountId.trim()
  const isPending = trimmed === pending
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const wrong = wrongWith(accountId)
    setError(wrong)
    if (wrong !== null) field.current?.focus()
    else if (!isPending) onSearch(trimmed)
  }
  return (
    <form noValidate role="search" className={`${box.card} ${classes.search}`} onSubmit={submit}>
      <AccountNumberField
        ref={field}
        value={accountId}
        error={error}
        onChange={(typed) => {
          setAccountId(typed)
          if (error !== null) setError(wrongWith(typed))
        }}
      />
      <Button type="submit" busy={isPending}>
        {isPending ? customerPasswordTexts.searching : customerPasswordTexts.search}
      </Button>
    </form>
  )
}

function wrongWith(accountId: string): string | null {
  if (accountId.trim() === '') return customerPasswordTexts.accountRequired
  return AccountNumber.safeParse(accountId).error?.issues[0]?.message ?? null
}
