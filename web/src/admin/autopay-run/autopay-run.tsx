import { reportPartNames } from '@portal/contract/admin-levels'
import { type AutopayRun, autopayRunTexts, readAutopayRun } from '@portal/contract/autopay-run'
import { type CalendarDate, formatInstant } from '@portal/contract/dates'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { usePortalStart } from '#api/portal-start.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { DescriptionList } from '#ui/text/description-list.tsx'
import { formatDate, groupThousands } from '#ui/text/format.ts'
import { Notice } from '#ui/text/notice.tsx'
import { plural, t } from '#ui/text/t.ts'
import { Found, ListPart, ListScreen, Updated } from '../lists/list-screen.tsx'
import { HeldCharges } from './held-charges.tsx'
import { DueTable, HeldTable, ResultsTable } from './run-tables.tsx'
import classes from '../lists/console-list.module.css'

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
    <ListScreen
      id="autopay-run"
      title={t(reportPartNames.autoPay)}
      lead={t('Charges that are due: AutoPay and scheduled payments. What failed is listed under Exceptions.')}
    >
      <Found query={found} loading={t('Loading AutoPay')} rows={8}>
        {(run) => <Run run={run} onRefresh={found.refetch} />}
      </Found>
    </ListScreen>
  )
}

interface RunProps {
  readonly run: AutopayRun
  readonly onRefresh: () => unknown
}

function Run({ run, onRefresh }: RunProps) {
  const { profile } = usePortalStart()
  const { stoppedAt, due, held, oldestDue, hour, last, asOf } = run
  const used = { sent: groupThousands(hour.sent), most: groupThousands(hour.most) }
  return (
    <>
      {stoppedAt ? (
        <Notice tone="warning" title={t('AutoPay has been off since {at}', { at: formatInstant(profile, stoppedAt) })}>
          <p>{t(autopayRunTexts.stoppedMeans)}</p>
        </Notice>
      ) : null}
      <Updated at={asOf} onRefresh={onRefresh} />
      <div className={classes.facts}>
        <DescriptionList
          items={[
            { term: t('Oldest charge due'), value: oldestDue ? formatDate(oldestDue) : t('None') },
            { term: t('Charges this hour'), value: t('{sent} of {most}', used) },
          ]}
        />
      </div>
      <ListPart id="autopay-due" title={t(autopayRunTexts.due)} empty={due.length === 0 && t('No charges are due.')}>
        <DueTable due={due} />
      </ListPart>
      <ListPart id="autopay-held" title={t('Held back')} empty={held.length === 0 && t('Nothing is held back.')}>
        <HeldTable held={held} />
      </ListPart>
      <ListPart id="autopay-last" title={lastTitle(last)} empty={last === null && t('Nothing has been charged yet.')}>
        {last ? <LastRun last={last} /> : null}
      </ListPart>
    </>
  )
}

type LastRunOf = NonNullable<AutopayRun['last']>

function lastTitle(last: AutopayRun['last']): string {
  return last ? t('Last run, {day}', { day: formatDate(last.day) }) : t('Last run')
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
        {t('Show in Reports')}
      </Link>
    </>
  )
}

/** As people type it into the filters of Reports. */
function typed(day: CalendarDate): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}
