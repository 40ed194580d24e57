import { readUserDetails } from '@portal/contract/account-summary'
import { hasBillDates } from '@portal/contract/billing-data'
import { noCents } from '@portal/contract/money'
import { type PhonedInAccount, phonedInTexts } from '@portal/contract/phoned-in'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { BalancesOf } from '#account/balances-of.tsx'
import { contactItems } from '#account/contact-items.ts'
import { DueDate } from '#account/due-date.tsx'
import { useLacks } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollars, formatDate } from '#ui/text/format.ts'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { AccountHistory } from '../payments/account-history.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import classes from './account-dialog.module.css'

export type AccountDialogName = 'details' | 'paymentHistory'

interface AccountDialogProps {
  readonly name: AccountDialogName
  readonly account: PhonedInAccount
  readonly onClose: () => void
}

/** Details and Payment History of an account in the search result (A§2). */
export function AccountDialog({ name, account, onClose }: AccountDialogProps) {
  return (
    <Dialog open wide title={`${t(phonedInTexts[name])}\u00A0– ${account.accID}`} onClose={onClose}>
      {name === 'details' ? <AccountDetails account={account} /> : <AccountHistory account={account.accID} />}
    </Dialog>
  )
}

interface DetailsProps {
  readonly account: PhonedInAccount
}

/** The latest bill of an account, its debt by age, and its owner's contact details (A§3 Latest bill). */
export function AccountDetails({ account }: DetailsProps) {
  const { latestBill, arrears } = account
  const lacks = useLacks()
  const debtId = useId()
  const ownerId = useId()
  return (
    <div className={classes.details}>
      <DescriptionList
        items={[
          { term: t('Customer name'), value: account.fullName },
          { term: t('Account ID'), value: account.accID },
          { term: t('Service location'), value: account.serviceLocation },
          { term: t('Type'), value: account.className === 'RESID' ? t('Residential') : t('Non-residential') },
          ...(hasBillDates(lacks)
            ? [
                { term: t('Bill date'), value: latestBill ? formatDate(latestBill.billDate) : t('No bill yet') },
                { term: t('Amount billed'), value: dollars(latestBill?.total ?? noCents) },
              ]
            : []),
          { term: t('Due date'), value: <DueDate account={account} /> },
        ]}
      />
      <section aria-labelledby={debtId}>
        <h3 id={debtId}>{lacks.includes('ages') ? t('Balance') : t('Balance by age')}</h3>
        <DescriptionList
          items={[
            ...(lacks.includes('ages') ? [] : arrears).map(({ label, amount }) => ({
              term: label,
              value: dollars(amount),
            })),
            { term: t('Current balance'), value: <strong>{dollars(account.amount)}</strong> },
          ]}
        />
        <BalancesOf />
      </section>
      <section aria-labelledby={ownerId}>
        <h3 id={ownerId}>{t('Contact')}</h3>
        <Contact account={account} />
      </section>
    </div>
  )
}

function Contact({ account: { personId, accID: accountId } }: DetailsProps) {
  const details = useQuery({
    queryKey: ['phoned-in-contact', accountId],
    queryFn: async ({ signal }) =>
      (await send(readUserDetails, { as: 'admin', body: { personId, accountId }, signal })).result,
    gcTime: 0,
  })
  if (details.isPending) return <Loading what={t('Loading the contact details')} />
  if (details.isError) return <Retry error={details.error} onTryAgain={details.refetch} />
  const { addressLine1, addressLine2, city, state, postal } = details.data
  const line = [addressLine1, addressLine2, city, `${state} ${postal}`.trim()].filter(Boolean).join(', ')
  return <DescriptionList items={[...contactItems(details.data), { term: t('Mailing address'), value: line }]} />
}
