import type { DeskPayment } from '@portal/contract/money-desk'
import { type PaymentMove, moveExplanations, paymentMoves } from '@portal/contract/money-desk-texts'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import classes from './money-desk.module.css'

/** Moves that ask a partner once more and decide nothing themselves. One of them stands out; what settles never does. */
const asksAgain: readonly PaymentMove[] = ['lookAgain', 'retryBilling', 'sendAgain']

/** The moves that are possible for a payment, a button for each; each asks for a reason first. */
export function Moves({ payment }: { readonly payment: DeskPayment }) {
  const [open, setOpen] = useState<PaymentMove | null>(null)
  const [done, setDone] = useState<PaymentMove | null>(null)
  if (payment.moves.length === 0 && !open && !done) return null
  return (
    <div className={classes.moves} data-no-print>
      {payment.moves.map((move, index) => (
        <Button
          key={move}
          look={index === 0 && asksAgain.includes(move) ? 'primary' : 'secondary'}
          onClick={() => setOpen(move)}
        >
          {paymentMoves[move]}
        </Button>
      ))}
      {open ? (
        <MoveDialog
          payment={payment}
          move={open}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            setDone(open)
          }}
        />
      ) : null}
      {done ? (
        <ResultDialog title={paymentMoves[done]} onClose={() => setDone(null)}>
          <p>{moveExplanations[done].done}</p>
        </ResultDialog>
      ) : null}
    </div>
  )
}
