import { reportPartNames } from '@portal/contract/admin-levels'
import { type AutopayRun, autopayRunTexts, readAutopayRun } from '@portal/contract/autopay-run'
import { type CalendarDate, formatInstant } from '@portal/contract/dates'
import { reportsTexts } from '@portal/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { TextButton } from '#ui/button/button.tsx'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { formatDate, groupThousands } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import { HeldCharges } from './held-charges.tsx'
import { DueTable, HeldTable, ResultsTable } from './run-tables.tsx'
import classes from './autopay-run.module.css'

const route = getRouteApi(paths.adminDashboard)

/** AutoPay and scheduled payments: what is charged next, what waits, and why; or the charges of one reason. */
export function AutopayRunView() {
  const { held } = route.useSearch()
  return typeof held === 'string' ? <HeldCharges key={held} reason={held} /> : <Overview />
}

function Overview() {
  const found = useQuery({
    queryKey: ['autopay-run'],
    queryFn: async ({ signal }) => await send(readAutopayRun, { signal }),
  })
  return (
    <section className={classes.view} aria-labelledby="autopay-run">
      <div>
        <h2 id="autopay-run">{t(reportPartNames.autoPay)}</h2>
        <p className={classes.lead}>{t(autopayRunTexts.lead)}</p>
      </div>
      {found.isError ? <Retry error={found.error} onTryAgain={found.refetch} /> : null}
      {found.isPending ? <Loading what={t('Loading AutoPay')} rows={8} /> : null}
      {found.data ? <Found run={found.data} onRefresh={() => void found.refetch()} /> : null}
    </section>
  )
}

interface FoundProps {
  readonly run: AutopayRun
  readonly onRefresh: () => void
}

function Found({ run, onRefresh }: FoundProps) {
  const { profile } = usePortalStart()
  const { stoppedAt, due, held, oldestDue, hour, last, asOf } = run
  const used = { sent: groupThousands(hour.sent), most: groupThousands(hour.most) }
  return (
    <>
      {stoppedAt ? (
        <Notice tone="warning" title={t(autopayRunTexts.stopped, { at: formatInstant(profile, stoppedAt) })}>
          <p>{t(autopayRunTexts.stoppedMeans)}</p>
        </Notice>
      ) : null}
      <div className={classes.line}>
        <p className={classes.muted}>{t('Updated {at}', { at: formatInstant(profile, asOf) })}</p>
        <TextButton onClick={onRefresh}>{t(reportsTexts.refresh)}</TextButton>
      </div>
      <div className={classes.facts}>
        <DescriptionList
          items={[
            { term: t(autopayRunTexts.oldest), value: oldestDue ? formatDate(oldestDue) : t(autopayRunTexts.noneDue) },
            { term: t(autopayRunTexts.hour), value: t(autopayRunTexts.hourUsed, used) },
          ]}
        />
      </div>
      <Part id="autopay-due" title={t(autopayRunTexts.due)} empty={due.length === 0 && t(autopayRunTexts.dueEmpty)}>
        <DueTable due={due} />
      </Part>
      <Part id="autopay-held" title={t(autopayRunTexts.held)} empty={held.length === 0 && t(autopayRunTexts.heldEmpty)}>
        <HeldTable held={held} />
      </Part>
      <Part id="autopay-last" title={lastTitle(last)} empty={last === null && t(autopayRunTexts.lastEmpty)}>
        {last ? <LastRun last={last} /> : null}
      </Part>
    </>
  )
}

interface PartProps {
  readonly id: string
  readonly title: string
  /** Instead of the children; false while there are some. */
  readonly empty: string | false
  readonly children: ReactNode
}

function Part({ id, title, empty, children }: PartProps) {
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {empty === false ? children : <p className={classes.muted}>{empty}</p>}
    </section>
  )
}

type LastRunOf = NonNullable<AutopayRun['last']>

function lastTitle(last: AutopayRun['last']): string {
  return last ? t('Last run, {day}', { day: formatDate(last.day) }) : t(autopayRunTexts.last)
}

function LastRun({ last: { day, results, failed } }: { readonly last: LastRunOf }) {
  return (
    <>
      <ResultsTable results={results} />
      <p>{plural(failed, '1 charge failed for good.', '{count} charges failed for good.')}</p>
      <Link
        to={paths.adminDashboard}
        search={{ view: 'reports', made_by: 'AutoPay', pay_date_start: typed(day), pay_date_end: typed(day) }}
        data-no-print
      >
        {t(autopayRunTexts.inReports)}
      </Link>
    </>
  )
}

/** As people type it into the filters of Reports. */
function typed(day: CalendarDate): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}
