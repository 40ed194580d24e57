import { reasonInWords } from '@portal/contract/autopay-reasons'
import { type HeldCharge, listHeldCharges } from '@portal/contract/autopay-run'
import { sumCents } from '@portal/contract/money'
import { isEstimate, type NextCharge, willCharge } from '@portal/contract/next-charge'
import { send } from '#api/send.ts'
import { methodInWords } from '#payment/saved-methods/use-saved-methods.ts'
import { dollars, formatDate } from '#ui/text/format.ts'
import { plural, t } from '#ui/text/t.ts'
import { ListScreen, Rows, usePages } from '../lists/list-screen.tsx'
import { type Column, ListTable } from '../lists/list-table.tsx'
import { Day } from '../view-parts/times.tsx'

/** The charges that wait for one reason, oldest first. */
export function HeldCharges({ reason }: { readonly reason: string }) {
  const charges = usePages({
    queryKey: ['autopay-held', reason],
    read: async (after: number | undefined, signal) =>
      await send(listHeldCharges, { query: { reason, after }, signal }),
    rowsOf: (page) => page.charges,
    lastOf: ({ id }) => id,
  })
  const { name, meaning } = reasonInWords(reason)
  return (
    <ListScreen
      id="held-charges"
      title={`${t('Held back')}: ${t(name)}`}
      lead={meaning && t(meaning)}
      back={{ label: t('Back to AutoPay'), search: { view: 'reports', part: 'autopay' } }}
    >
      <Rows
        of={charges}
        loading={t('Loading charges')}
        empty={t('No charges are held back for this reason.')}
        counted={(count) => plural(count, '1 charge', '{count} charges')}
        more={t('Show more')}
      >
        {(rows) => (
          <ListTable look="short" aria-labelledby="held-charges" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </Rows>
    </ListScreen>
  )
}

const kinds = { autoPay: 'AutoPay', scheduled: 'Scheduled' } as const

/** Of a charge that will be made as things stand. */
function dayOf(next: NextCharge): string {
  if (!willCharge(next)) return ''
  const day = formatDate(next.on)
  return next.says.endsWith('From') ? t('{day} or later', { day }) : day
}

function amountOf(next: NextCharge): string {
  if (next.amount === null) return ''
  const amount = dollars(sumCents([next.amount, next.fee]))
  return isEstimate(next) ? t('about {amount}', { amount }) : amount
}

const columns: readonly Column<HeldCharge>[] = [
  { name: t('Account'), kind: 'head', value: ({ accountId }) => accountId },
  { name: t('Made By'), value: ({ kind }) => t(kinds[kind]) },
  { name: t('Payment method'), value: methodInWords },
  { name: t('Due date'), value: ({ next }) => <Day date={next.dueOn} /> },
  { name: t('Charge date'), value: ({ next }) => dayOf(next) },
  { name: t('Amount'), kind: 'amount', value: ({ next }) => amountOf(next) },
]
