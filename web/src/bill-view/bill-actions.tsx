import { billViewTexts } from '@portal/contract/bill-view-texts'
import { type Instant, instantOf, timeIn } from '@portal/contract/dates'
import { popupOk, popupTitles } from '@portal/contract/page-words'
import type { UtilityProfile } from '@portal/contract/utility'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { usePdf } from '#pdf/save-pdf.ts'
import { Button, ButtonLink } from '#ui/button/button.tsx'
import { SaveOrPrint } from '#ui/button/save-or-print.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import workerUrl from './pdf/bill-worker.ts?worker&url'
import type { PrintedBill } from './printed-bill.ts'
import classes from './bill-actions.module.css'

/** Download (PDF), Print, and Go Back to My Bills (C§2.7). */
export function BillActions({ bill }: { readonly bill: PrintedBill }) {
  const { profile } = usePortalStart()
  const savePdf = usePdf(workerUrl, bill)
  const save = async () => await savePdf(billFileName(profile, instantOf(Date.now())))
  return (
    <div className={classes.actions} data-no-print>
      <BackToBills account={bill.accountId} />
      <SaveOrPrint name={t(billViewTexts.download)} save={save} />
    </div>
  )
}

/** 'Go Back to My Bills' (C§2.7); to those of the given account, if there is one. */
export function BackToBills({ account }: { readonly account?: string }) {
  return (
    <ButtonLink
      to={paths.dashboard}
      search={{ view: 'bills', ...(account ? { account } : {}) }}
      look="secondary"
      icon={<BackIcon />}
    >
      {t(billViewTexts.back)}
    </ButtonLink>
  )
}

interface BillAlertProps {
  readonly message: string
  readonly onClose: () => void
}

/** A message about a bill that has to be confirmed with OK (C§2.10, C§8). */
export function BillAlert({ message, onClose }: BillAlertProps) {
  return (
    <Dialog
      open
      urgent
      title={t(popupTitles.danger)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t(popupOk)}</Button>}
    >
      <p>{message}</p>
    </Dialog>
  )
}

/**
 * The name of a bill's file, such as `GWA-Bill-2026-11-21-153005.pdf`, with the time in the utility's time zone (C§9).
 */
export function billFileName({ shortName, timeZone }: UtilityProfile, now: Instant): string {
  const { date, hour, minute, second } = timeIn(timeZone, now)
  return `${shortName}-Bill-${date}-${hour}${minute}${second}.pdf`
}
