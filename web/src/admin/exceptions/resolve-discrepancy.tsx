import { type OpenDiscrepancy, discrepancyKinds } from '@portal/contract/discrepancies'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { useState } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { serverError } from '../view-parts/server-error.ts'
import { ReasonForm } from './reason-form.tsx'
import { useResolveDiscrepancy } from './use-exceptions.ts'

interface ResolveDiscrepancyProps {
  readonly discrepancy: OpenDiscrepancy
  readonly onClose: () => void
}

/** Resolves a discrepancy, with evidence. */
export function ResolveDiscrepancy({ discrepancy, onClose }: ResolveDiscrepancyProps) {
  const [isDone, setDone] = useState(false)
  const resolve = useResolveDiscrepancy(discrepancy.id, () => setDone(true))
  const title = `${exceptionsTexts.resolve}: ${discrepancy.subject}`
  if (isDone) {
    return (
      <ResultDialog title={title} onClose={onClose}>
        <p>Resolved. Your evidence is kept with it.</p>
      </ResultDialog>
    )
  }
  return (
    <Dialog open holdsForm title={title} onClose={resolve.isPending ? undefined : onClose}>
      <ReasonForm
        asks={discrepancyKinds[discrepancy.kind].meaning}
        isEvidence
        button={exceptionsTexts.resolve}
        isPending={resolve.isPending}
        problem={resolve.isError ? serverError(resolve.error) : null}
        onSubmit={(evidence) => resolve.mutate(evidence)}
      />
    </Dialog>
  )
}
