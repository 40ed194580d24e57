import { type ReportRow, reportPaging, reportsTexts } from '@portal/contract/reports'
import { useDeferredValue, useState } from 'react'
import { Paging } from '#ui/table/paging.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import type { ConsoleViewProps } from '../console-view.ts'
import { PrintedFilters } from '../filters/filters.tsx'
import { Retry } from '../view-parts/view-frame.tsx'
import { ExportCsv } from './export-csv.tsx'
import { FilterForm, labelledFilters } from './filter-form.tsx'
import { FoundLine, NothingFound, Totals } from './found-line.tsx'
import { type Shown, PaymentDialog } from './payment-dialog.tsx'
import { PaymentTable } from './payment-table.tsx'
import { hasSameFilters, noFilters } from './report-address.ts'
import { useNewerPayments, useReport } from './use-report.ts'
import classes from './payment-report.module.css'

/** All payments, successful and unsuccessful (A§2), with filters that are kept in the address. */
export function PaymentReport({ session }: ConsoleViewProps) {
  const { asked, report, search, turn } = useReport()
  const [shown, setShown] = useState<Shown | null>(null)
  const newer = useNewerPayments(asked, report.data)
  // Deferred, so that React renders the list in pieces and a phone stays responsive. While the first page of a new
  // search is loading, the old rows are not shown.
  const rendered = useDeferredValue(report.data)
  const found = report.data && rendered
  const isComing = report.isLoading || (report.data !== undefined && !found)
  const show = (kind: 'details' | 'log') => (payment: ReportRow) => setShown({ kind, payment })
  return (
    <section className={classes.report} aria-labelledby="report-title">
      <div className={classes.bar}>
        <h2 id="report-title">{t(reportsTexts.title)}</h2>
        {found ? <ExportCsv filters={asked.filters} total={found.total} /> : null}
      </div>
      <FilterForm filters={asked.filters} onSearch={(filters) => search({ filters })} />
      <PrintedFilters filters={labelledFilters(asked.filters)} />
      {report.isError ? <Retry error={report.error} onTryAgain={report.refetch} /> : null}
      {isComing ? <Loading what={t('Loading payments')} rows={asked.size} /> : null}
      {found ? (
        <>
          <div className={classes.figures}>
            <Totals found={found} level={session.level} />
            <FoundLine
              total={found.total}
              newer={newer}
              isPending={report.isFetching}
              readAt={report.dataUpdatedAt}
              onShow={() => search({})}
            />
          </div>
          {found.list.length > 0 ? (
            <PaymentTable
              rows={found.list}
              sort={asked.sort}
              direction={asked.direction}
              isPending={report.isFetching}
              onSort={(order) => turn({ ...order, page: 1 })}
              onDetails={show('details')}
              onLog={show('log')}
            />
          ) : (
            <NothingFound
              isPastTheEnd={found.total > 0}
              onFirstPage={() => turn({ page: 1 })}
              onClear={hasSameFilters(asked.filters, noFilters) ? undefined : () => search({ filters: noFilters })}
            />
          )}
          <Paging
            label={t('Payments')}
            page={asked.page}
            pages={Math.max(1, found.pages)}
            size={asked.size}
            sizes={reportPaging.sizes}
            window={reportPaging.window}
            onPage={(page) => turn({ page })}
            onSize={(size) => turn({ size, page: 1 })}
          />
        </>
      ) : null}
      {shown ? (
        <PaymentDialog level={session.level} shown={shown} onShow={setShown} onClose={() => setShown(null)} />
      ) : null}
    </section>
  )
}
