import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollars } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import type { Debts } from './debts.ts'
import box from '#ui/page/card.module.css'

interface AtAGlanceProps {
  readonly debts: Debts
  readonly isLoading: boolean
}

/** How many of several accounts are past due, due soon, paid and closed. */
export function AtAGlance({ debts, isLoading }: AtAGlanceProps) {
  const { pastDue, soon, settled, closed } = debts
  return (
    <section className={box.card} aria-labelledby="at-a-glance">
      <h2 id="at-a-glance">{t('At a glance')}</h2>
      {isLoading ? (
        <Loading what={t('Loading your accounts')} rows={4} />
      ) : (
        <DescriptionList
          items={[
            { term: t('Past due'), value: owed(pastDue) },
            { term: t('Due within 14 days'), value: owed(soon) },
            { term: t('Paid or in credit'), value: accounts(settled) },
            { term: t('Closed'), value: accounts(closed) },
          ]}
        />
      )}
    </section>
  )
}

function owed({ count, sum }: Debts['pastDue']): string {
  return count === 0 ? accounts(0) : `${accounts(count)} · ${dollars(sum)}`
}

function accounts(count: number): string {
  return plural(count, '1 account', '{count} accounts')
}
