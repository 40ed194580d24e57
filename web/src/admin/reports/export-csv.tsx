import { dateIn, instantOf } from '@portal/contract/dates'
import { exportTransactions, csvFileName } from '@portal/contract/report-export'
import { reportsTexts } from '@portal/contract/reports'
import { type MouseEvent, useRef } from 'react'
import { addressOf } from '#api/call-address.ts'
import { usePortalStart } from '#api/portal-start.tsx'
import { ProblemNotice } from '#api/problem-notice.tsx'
import { AnchorButton, Button } from '#ui/button/button.tsx'
import { useLanding } from '#ui/focus.ts'
import { DownloadIcon } from '#ui/icons.tsx'
import { plural, t } from '#ui/text/t.ts'
import { chosenFilters } from '../filters/filters.tsx'
import { serverError } from '../view-parts/server-error.ts'
import type { TypedFilters } from './report-address.ts'
import { type Export, type Progress, useExport } from './use-export.ts'
import classes from './export-csv.module.css'

interface ExportCsvProps {
  readonly filters: TypedFilters
  /** About how many rows to expect. */
  readonly total: number
}

/** The link Export CSV (A§2, A§9): exports everything that the filters find, on all pages. */
export function ExportCsv({ filters, total }: ExportCsvProps) {
  const { profile } = usePortalStart()
  const { state, start, cancel } = useExport()
  const link = useRef<HTMLAnchorElement>(null)
  // Cancel goes when it has been pressed, or when the export is done.
  useLanding(link, state.kind)
  const address = addressOf(exportTransactions, undefined, chosenFilters(filters))
  const press = (event: MouseEvent) => {
    // When opened in another tab or window, the browser downloads it.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const fileName = csvFileName(profile.division, dateIn(profile.timeZone, instantOf(Date.now())))
    if (start(address, fileName)) event.preventDefault()
  }
  return (
    <>
      <AnchorButton ref={link} look="secondary" href={address} download icon={<DownloadIcon />} onClick={press}>
        {t(reportsTexts.exportCsv)}
      </AnchorButton>
      <div className={classes.state}>
        {state.kind === 'running' ? <Running progress={state} total={total} onCancel={cancel} /> : null}
        <p role="status">{saidOf(state)}</p>
        {state.kind === 'failed' ? <ProblemNotice problem={serverError(state.problem)} /> : null}
      </div>
    </>
  )
}

interface RunningProps {
  readonly progress: Progress
  readonly total: number
  readonly onCancel: () => void
}

function Running({ progress, total, onCancel }: RunningProps) {
  return (
    <div className={classes.running}>
      <progress aria-label={t(reportsTexts.exportCsv)} value={progress.rows} max={Math.max(total, progress.rows, 1)} />
      <p>{amountOf(progress)}</p>
      <Button look="secondary" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}

/** The state for screen readers, announced once; the progress itself is not announced. */
function saidOf(state: Export): string {
  switch (state.kind) {
    case 'none':
    case 'failed':
      return ''
    case 'running':
      return t('Exporting. Keep this page open until it finishes.')
    case 'done':
      return t('Exported {rows}.', { rows: amountOf(state) })
    case 'cancelled':
      return t('Export canceled.')
    case 'handedOver':
      return t('Your browser is downloading the file. Check or cancel it in your browser’s downloads.')
  }
}

function amountOf({ rows, bytes }: Progress): string {
  const megabytes = (bytes / 1_000_000).toFixed(1)
  return plural(rows, '1 payment, {megabytes} MB', '{count} payments, {megabytes} MB', { megabytes })
}
