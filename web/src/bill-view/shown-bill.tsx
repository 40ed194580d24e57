import type { BillView } from '@portal/contract/bill-view'
import { billViewTexts } from '@portal/contract/bill-view-texts'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { BillActions } from './bill-actions.tsx'
import { BillAlert } from './bill-alert.tsx'
import { BillSheet } from './bill-sheet.tsx'
import { printedBill } from './printed-bill.ts'
import classes from './shown-bill.module.css'

/**
 * The bill with its buttons. If there is no usage to chart, a message says so and the window then closes (C§8); where
 * the browser does not allow that, the bill is shown without a chart.
 */
export function ShownBill({ bill }: { readonly bill: BillView }) {
  const { profile } = usePortalStart()
  const [isAlertClosed, setAlertClosed] = useState(bill.billInfo3.length > 0)
  const printed = printedBill(bill, profile)
  const close = () => {
    setAlertClosed(true)
    window.close()
  }
  return (
    <div className={classes.page}>
      <BillActions bill={printed} />
      <BillSheet bill={printed} />
      {isAlertClosed ? null : <BillAlert message={billViewTexts.noConsumption} onClose={close} />}
    </div>
  )
}
