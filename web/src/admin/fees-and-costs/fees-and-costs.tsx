import { reportPartNames } from '@portal/contract/admin-levels'
import { payMethods } from '@portal/contract/bank-accounts'
import { formatDate } from '@portal/contract/dates'
import { type MonthOfCosts, feesAndCostsTexts, readFeesAndCosts } from '@portal/contract/fees-and-costs'
import { cents } from '@portal/contract/money'
import type { PortalStart } from '@portal/contract/utility'
import { Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { dollars, formatMonth, groupThousands } from '#ui/text/format.ts'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { plural, spoken, t } from '#ui/text/t.ts'
import { ListScreen, Rows, usePages } from '../lists/list-screen.tsx'
import { type Column, ListTable, Note } from '../lists/list-table.tsx'

/** What service fees brought, and what each method cost, month by month. */
export function FeesAndCosts() {
  const start = usePortalStart()
  const months = usePages({
    queryKey: ['fees-and-costs'],
    read: async (before: string | undefined, signal) => await send(readFeesAndCosts, { query: { before }, signal }),
    rowsOf: (page) => page.months,
    lastOf: ({ from }) => from,
  })
  const has = shownOf(start, months.rows)
  return (
    <ListScreen id="fees" title={t(reportPartNames.fees)} lead={t(feesAndCostsTexts.leads[leadOf(has)])}>
      <Rows
        of={months}
        loading={t('Loading fees and costs')}
        empty={t(feesAndCostsTexts.none)}
        counted={(count) => plural(count, '1 row', '{count} rows')}
        more={t('Show more')}
      >
        {(rows) => (
          <ListTable
            look="figures"
            aria-labelledby="fees"
            columns={columnsOf(has)}
            rows={rows}
            keyOf={({ from, method }) => `${from} ${method}`}
          />
        )}
      </Rows>
    </ListScreen>
  )
}

interface Shown {
  readonly fees: boolean
  readonly costs: boolean
}

/** Fees where there are some or were, costs where the gateway says what it pays out. */
function shownOf({ profile, hasPayouts }: PortalStart, rows: readonly MonthOfCosts[]): Shown {
  return { fees: profile.serviceFees.length > 0 || rows.some(({ fees }) => fees > 0), costs: hasPayouts === true }
}

function leadOf({ fees, costs }: Shown): keyof typeof feesAndCostsTexts.leads {
  if (fees && costs) return 'both'
  return fees ? 'fees' : 'costs'
}

/** Leads to the payments themselves. */
function Month({ row: { from, to, method } }: { readonly row: MonthOfCosts }) {
  const { profile } = usePortalStart()
  const month = formatMonth(from)
  if (method === null) return month
  const search = {
    view: 'reports',
    pay_date_start: formatDate(from),
    pay_date_end: formatDate(to),
    ...(profile.bankPayments && { method: payMethods[method] }),
  } as const
  return (
    <Link to={paths.adminDashboard} search={search}>
      {month}
      <HiddenText>, {t(payMethods[method])}</HiddenText>
    </Link>
  )
}

function Fees({ row: { method, fees, feesReturned } }: { readonly row: MonthOfCosts }) {
  if (method === null) return null
  return (
    <>
      {dollars(cents(fees - feesReturned))}
      {feesReturned > 0 ? <Note>{t('{amount} refunded', { amount: dollars(feesReturned) })}</Note> : null}
    </>
  )
}

function Cost({ row: { payments, paid, cost, uncosted } }: { readonly row: MonthOfCosts }) {
  if (uncosted > 0) {
    return (
      <>
        {cost === 0 ? t(feesAndCostsTexts.unknown) : t('{amount} so far', { amount: dollars(cost) })}
        <Note>
          {plural(payments, 'Known for {known} of 1 payment', 'Known for {known} of {count} payments', {
            known: groupThousands(payments - uncosted),
          })}
        </Note>
      </>
    )
  }
  const percent = new Intl.NumberFormat(spoken().locale, { style: 'percent', maximumFractionDigits: 2 })
  return (
    <>
      {dollars(cost)}
      {paid > 0 ? <Note>{t('{percent} of payments', { percent: percent.format(cost / paid) })}</Note> : null}
    </>
  )
}

function columnsOf(has: Shown): readonly Column<MonthOfCosts>[] {
  const fees: Column<MonthOfCosts> = { name: t('Service fees'), kind: 'figure', value: (row) => <Fees row={row} /> }
  const cost: Column<MonthOfCosts> = { name: t('Gateway cost'), kind: 'figure', value: (row) => <Cost row={row} /> }
  const rest: Column<MonthOfCosts> = {
    name: t('Fees less cost'),
    kind: 'figure',
    value: (row) =>
      row.uncosted > 0 ? t(feesAndCostsTexts.unknown) : dollars(cents(row.fees - row.feesReturned - row.cost)),
  }
  return [
    { name: t('Month'), kind: 'head', value: (row) => <Month row={row} /> },
    {
      name: t('Method'),
      value: ({ method }) => t(method === null ? feesAndCostsTexts.otherCosts : payMethods[method]),
    },
    {
      name: t('Payments'),
      kind: 'figure',
      value: ({ method, payments, paid }) =>
        method === null ? null : (
          <>
            {groupThousands(payments)}
            <Note>{dollars(paid)}</Note>
          </>
        ),
    },
    ...(has.fees ? [fees] : []),
    ...(has.costs ? [cost] : []),
    ...(has.fees && has.costs ? [rest] : []),
  ]
}
