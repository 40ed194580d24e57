import { discrepancyKinds } from '@portal/contract/discrepancies'
import type { OpenDiscrepancy } from '@portal/contract/money-desk'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { useState } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { ReasonForm } from './reason-form.tsx'
import { useSettleDiscrepancy } from './use-money-desk.ts'

interface SettleDiscrepancyProps {
  readonly discrepancy: OpenDiscrepancy
  readonly onClose: () => void
}

/** Marks a difference between the books as settled, with evidence. */
export function SettleDiscrepancy({ discrepancy, onClose }: SettleDiscrepancyProps) {
  const [isDone, setDone] = useState(false)
  const settle = useSettleDiscrepancy(discrepancy.id, () => setDone(true))
  const title = `${moneyDeskTexts.settle}: ${discrepancy.subject}`
  if (isDone) {
    return (
      <ResultDialog title={title} onClose={onClose}>
        <p>It is off the desk. What you wrote is kept with it.</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog open holdsForm title={title} onClose={settle.isPending ? undefined : onClose}>
      <ReasonForm
        asks={discrepancyKinds[discrepancy.kind]}
        isEvidence
        button={moneyDeskTexts.settle}
        isPending={settle.isPending}
        problem={settle.isError ? serverError(settle.error) : null}
        onSubmit={(evidence) => settle.mutate(evidence)}
      />
    </Dialog>
  )
}
