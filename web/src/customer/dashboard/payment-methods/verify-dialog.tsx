import { type UnverifiedAccount, verifySaving } from '@portal/contract/saved-methods'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemNotice } from '#api/problem-notice.tsx'
import type { ApiProblem } from '#api/problem.ts'
import { asProblem, send } from '#api/send.ts'
import { DepositForm, type ReadDeposits } from '#payment/bank/deposit-form.tsx'
import { savedMethodsKey } from '#payment/saved-methods/use-saved-methods.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { t } from '#ui/text/t.ts'
import layout from '#ui/form/form-layout.module.css'

interface VerifyDialogProps {
  readonly account: UnverifiedAccount
  readonly words: string
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Asks what the small deposits to a saved bank account were. */
export function VerifyDialog({ account: { saving: id, deposits }, words, onClose, onSaved }: VerifyDialogProps) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const refresh = () => void queries.invalidateQueries({ queryKey: savedMethodsKey })
  const answer = async (body: ReadDeposits) => {
    setProblem(null)
    try {
      await send(verifySaving, { as: 'customer', params: { id }, body })
      refresh()
      onSaved()
    } catch (error) {
      const refusal = asProblem(error)
      if (refusal.name === 'wrong-deposit') return t(refusal.message)
      if (refusal.name === 'verification-over') refresh()
      setProblem(refusal)
    }
    return null
  }
  return (
    <Dialog open holdsForm title={t('Verify your bank account')} onClose={onClose}>
      <div className={layout.form}>
        <p>{words}</p>
        {problem ? <ProblemNotice problem={problem} /> : null}
        <DepositForm kind={deposits.kind} answer={answer}>
          <Button look="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </DepositForm>
      </div>
    </Dialog>
  )
}
