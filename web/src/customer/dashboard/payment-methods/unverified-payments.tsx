import { listUnverifiedPayments } from '@portal/contract/bank-payments'
import { dateIn } from '@portal/contract/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { dollars, formatDate } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'

/** What stays unpaid until the customer verifies a bank account; nothing where bank accounts can't pay. */
export function UnverifiedPayments() {
  const { profile } = usePortalStart()
  const { data } = useQuery({
    queryKey: ['unverified-payments'],
    queryFn: async ({ signal }) => await send(listUnverifiedPayments, { as: 'customer', signal }),
    enabled: profile.bankPayments !== null,
  })
  return data?.payments.map(({ checkout, amount, verifyBy }) => (
    <Notice
      key={checkout}
      tone="warning"
      role="status"
      title={t('Your payment of {amount} is not made yet.', { amount: dollars(amount) })}
    >
      <p>
        <Link to={paths.paymentResult} search={{ id: checkout, by: 'customer' }}>
          {t('Verify your bank account by {day}', { day: formatDate(dateIn(profile.timeZone, verifyBy)) })}
        </Link>
      </p>
    </Notice>
  ))
}
