import type { DeskPayment } from '@portal/contract/money-desk'
import { type PaymentMove, moneyDeskTexts, moveExplanations, paymentMoves } from '@portal/contract/money-desk-texts'
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
  const [done, setDone] = useState<{ move: PaymentMove; text: string } | null>(null)
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
          onDone={(after) => {
            setOpen(null)
            setDone({ move: open, text: doneText(open, after) })
          }}
        />
      ) : null}
      {done ? (
        <ResultDialog title={paymentMoves[done.move]} onClose={() => setDone(null)}>
          <p>{done.text}</p>
        </ResultDialog>
      ) : null}
    </div>
  )
}

/** A payment about which the card network could not say anything is not settled yet. */
function doneText(move: PaymentMove, { giveBacks }: DeskPayment): string {
  const isAsked = giveBacks.some(({ state, kind }) => state === 'ASKED' && kind === move)
  return isAsked ? moneyDeskTexts.needsSecond : moveExplanations[move].done
}
