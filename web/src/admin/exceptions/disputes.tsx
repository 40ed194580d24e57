import { formatInstant } from '@portal/contract/dates'
import type { ExceptionDetails } from '@portal/contract/exceptions'
import { disputeStatuses, exceptionsTexts } from '@portal/contract/exceptions-texts'
import { usePortalStart } from '#api/portal-start.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { t } from '#ui/text/t.ts'
import { dollarsOf } from '../payments/payment-parts.tsx'
import classes from './exceptions.module.css'

/** What the card's bank disputes of a payment, or warns of, newest first. */
export function Disputes({ disputes }: { readonly disputes: ExceptionDetails['disputes'] }) {
  const { profile } = usePortalStart()
  if (disputes.length === 0) return null
  return (
    <section className={classes.list} aria-labelledby="exception-disputes">
      <h3 id="exception-disputes">{t(exceptionsTexts.disputes)}</h3>
      {disputes.map(({ id, status, amount, reason, openedAt, evidenceDueAt }) => (
        <div key={id} className={classes.facts}>
          <DescriptionList
            items={[
              { term: t('Status'), value: t(disputeStatuses[status]) },
              { term: t('Disputed amount'), value: dollarsOf(amount) },
              { term: t('Reason'), value: reason },
              { term: t('Received'), value: formatInstant(profile, openedAt) },
              ...(evidenceDueAt ? [{ term: t('Evidence due'), value: formatInstant(profile, evidenceDueAt) }] : []),
            ]}
          />
        </div>
      ))}
    </section>
  )
}
