import { DescriptionList } from '#ui/text/description-list.tsx'
import { dollars } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import type { Debts } from './debts.ts'
import box from '#ui/page/card.module.css'

interface AtAGlanceProps {
  readonly debts: Debts
  readonly isLoading: boolean
}

/** How many of several accounts are past due, due soon, not due and closed, and how many could not be loaded. */
export function AtAGlance({ debts, isLoading }: AtAGlanceProps) {
  const { pastDue, soon, settled, closed, missing } = debts
  return (
    <section className={box.card} aria-labelledby="at-a-glance">
      <h2 id="at-a-glance">{t('At a glance')}</h2>
      <DescriptionList
        items={[
          { term: t('Past due'), value: isLoading ? '…' : owed(pastDue) },
          { term: t('Due within 14 days'), value: isLoading ? '…' : owed(soon) },
          { term: t('Nothing due'), value: isLoading ? '…' : accounts(settled) },
          { term: t('Closed'), value: isLoading ? '…' : accounts(closed) },
          ...(missing > 0 ? [{ term: t('Not loaded'), value: accounts(missing) }] : []),
        ]}
      />
    </section>
  )
}

function owed({ count, sum }: Debts['pastDue']): string {
  return count === 0 ? accounts(0) : `${accounts(count)} · ${dollars(sum)}`
}

function accounts(count: number): string {
  return plural(count, '1 account', '{count} accounts')
}
