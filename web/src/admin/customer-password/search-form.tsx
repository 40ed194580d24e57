import { customerPasswordTexts } from '@portal/contract/customer-password-texts'
import { AccountToSearch, accountToSearch } from '@portal/contract/ids'
import { z } from 'zod'
import { AccountNumberField, accountToSearchHint } from '#account/bill-fields.tsx'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import box from '#ui/page/card.module.css'
import classes from './password-reset.module.css'

interface SearchFormProps {
  /** The account that is being searched for now; another one may be searched for meanwhile. */
  readonly pending: string | null
  readonly onSearch: (accountId: string) => void
}

const fieldIds = { accountId: 'customer-account' } as const
const check = checkBySchema(
  z.object({ accountId: z.string().trim().min(1, customerPasswordTexts.accountRequired).pipe(AccountToSearch) }),
)

/** The search for customers by account number (A§2). */
export function SearchForm({ pending, onSearch }: SearchFormProps) {
  const { form, onSubmit } = useCheckedForm({ initialValues: { accountId: '' }, check, fieldIds, hasNoSummary: true })
  const isPending = accountToSearch(form.values.accountId) === pending
  const submit = onSubmit(({ accountId }) => onSearch(accountToSearch(accountId)))
  return (
    <form noValidate role="search" className={`${box.card} ${classes.search}`} onSubmit={submit} data-no-print>
      <AccountNumberField hint={accountToSearchHint} id={fieldIds.accountId} {...form.getValueProps('accountId')} />
      <Button type="submit" busy={isPending}>
        {isPending ? customerPasswordTexts.searching : customerPasswordTexts.search}
      </Button>
    </form>
  )
}
