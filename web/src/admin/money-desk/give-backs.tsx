import { formatInstant } from '@portal/contract/dates'
import type { GiveBackRequest } from '@portal/contract/give-back-request'
import type { DeskPayment } from '@portal/contract/money-desk'
import { moneyDeskTexts, moveExplanations } from '@portal/contract/money-desk-texts'
import { useState } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { Button } from '#ui/button/button.tsx'
import { dollarsOf } from '../payments/dollars-of.ts'
import { ResultDialog } from '../view-parts/result-dialog.tsx'
import { type Answer, DecideDialog, SettlementFacts, approveText, rejected } from './decide-dialog.tsx'
import classes from './money-desk.module.css'

/** The requests that take a second person, with their decisions; an open one has buttons to decide it. */
export function GiveBacks({ payment }: { readonly payment: DeskPayment }) {
  const [asked, setAsked] = useState<{ request: GiveBackRequest; answer: Answer } | null>(null)
  const [done, setDone] = useState<string | null>(null)
  if (payment.giveBacks.length === 0) return null
  return (
    <section className={classes.list} aria-labelledby="give-backs">
      <h3 id="give-backs">{moneyDeskTexts.requests}</h3>
      <ol className={classes.requests}>
        {payment.giveBacks.map((request) => (
          <li key={request.id}>
            <Request request={request} />
            {request.state === 'ASKED' ? (
              <Answers request={request} onAnswer={(answer) => setAsked({ request, answer })} />
            ) : null}
          </li>
        ))}
      </ol>
      {asked ? (
        <DecideDialog
          request={asked.request}
          answer={asked.answer}
          onClose={() => setAsked(null)}
          onDone={() => {
            setDone(asked.answer === 'approve' ? results[asked.request.kind] : rejected)
            setAsked(null)
          }}
        />
      ) : null}
      {done ? (
        <ResultDialog title={moneyDeskTexts.requests} onClose={() => setDone(null)}>
          <p>{done}</p>
        </ResultDialog>
      ) : null}
    </section>
  )
}

/** What has happened once a second person has agreed. */
const results: Readonly<Record<GiveBackRequest['kind'], string>> = {
  giveBack:
    'It is being given back. The history says how far it is, and the payer gets a letter if there is an e-mail address.',
  wasGivenBack: 'It is recorded as given back, and the payer gets a letter if there is an e-mail address.',
  settleCharged: moveExplanations.settleCharged.done,
  settleNotCharged: moveExplanations.settleNotCharged.done,
}

function Request({ request }: { readonly request: GiveBackRequest }) {
  const { profile } = usePortalStart()
  const at = (instant: GiveBackRequest['requestedAt']) => formatInstant(profile.timeZone, instant)
  return (
    <>
      <p>
        {request.requestedBy} {saidOf(request)}, {at(request.requestedAt)}: <q>{request.reason}</q>
      </p>
      <SettlementFacts request={request} />
      {request.decidedAt ? (
        <p>
          {request.decidedBy} {answerOf(request)}, {at(request.decidedAt)}
          {request.note ? (
            <>
              : <q>{request.note}</q>
            </>
          ) : null}
        </p>
      ) : null}
    </>
  )
}

function saidOf({ kind, amount }: GiveBackRequest): string {
  if (kind === 'giveBack') return `asked for ${dollarsOf(amount)} to be given back`
  return `said that ${dollarsOf(amount)} was ${saidWords[kind]}`
}

const saidWords = {
  wasGivenBack: 'given back in the gateway’s console',
  settleCharged: 'charged',
  settleNotCharged: 'not charged',
} as const

function answerOf({ state, decidedBy, requestedBy }: GiveBackRequest): string {
  if (state === 'APPROVED') return 'agreed'
  return decidedBy === requestedBy ? 'took the request back' : 'said no'
}

interface AnswersProps {
  readonly request: GiveBackRequest
  readonly onAnswer: (answer: Answer) => void
}

function Answers({ request, onAnswer }: AnswersProps) {
  return (
    <div className={classes.answers} data-no-print>
      {request.isOwn ? (
        <p className={classes.muted}>{moneyDeskTexts.ownRequest}</p>
      ) : (
        <Button onClick={() => onAnswer('approve')}>{approveText(request)}</Button>
      )}
      <Button look="secondary" onClick={() => onAnswer('reject')}>
        {request.isOwn ? moneyDeskTexts.takeBack : moneyDeskTexts.reject}
      </Button>
    </div>
  )
}
