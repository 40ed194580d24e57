import { broadcastMoves } from '@portal/contract/broadcasts'
import { importMoves } from '@portal/contract/imports'
import { paymentFileMoves } from '@portal/contract/payment-files'
import { runMoves } from '../../messages/notifications/runs.ts'
import { notificationMoves } from '../../messages/outbox/moves.ts'
import {
  type Moves,
  agreementMoves,
  attemptMoves,
  checkoutStateOf,
  disputeMoves,
  draftMoves,
  plannedMoves,
  postingMoves,
  requestMoves,
  reversalMoves,
} from '../../payments/states.ts'
import { attemptStates, disputeStates } from '../tables/payments.ts'

/** What has a state, and who writes it. */
export interface StateMachine {
  table: string
  /** From `server/src`: the only files that write the state. */
  writers: readonly string[]
  /** Others in which a row begins, in one statement with what begins with it. */
  begins?: readonly string[]
  /** The legal moves, and the states in which a row may begin. Tests of messages begin theirs in any. */
  legal: { moves: Moves; first: readonly string[] }
}

export const stateMachines: readonly StateMachine[] = [
  {
    table: 'autopay_agreement',
    writers: ['payments/agreements/moves.ts'],
    legal: { moves: agreementMoves, first: ['ACTIVE'] },
  },
  {
    table: 'planned_charge',
    writers: ['payments/planned/moves.ts'],
    legal: { moves: plannedMoves, first: ['PLANNED'] },
  },
  {
    table: 'charge_attempt',
    writers: ['payments/records/attempt-moves.ts'],
    begins: [
      'payments/charge/begin-checkout.ts',
      'payments/charge/begin-planned.ts',
      'payments/manual/record-found-charge.ts',
    ],
    legal: { moves: attemptMoves, first: ['INTENT', 'UNKNOWN'] },
  },
  {
    table: 'checkout',
    // A draft has no attempt: it ends, or begins to be charged.
    writers: [
      'payments/records/attempt-moves.ts',
      'features/stepwise-payments/drafts.ts',
      'payments/charge/begin-checkout.ts',
    ],
    begins: ['payments/charge/begin-planned.ts', 'payments/manual/record-found-charge.ts'],
    legal: { moves: checkoutMoves(), first: ['DRAFT', 'CHARGING', 'UNDECIDED'] },
  },
  {
    table: 'posting',
    // What the billing system answers; and what a refund, a dispute or a person changes.
    writers: ['payments/records/postings.ts', 'payments/records/posting-moves.ts'],
    legal: { moves: postingMoves, first: ['PENDING'] },
  },
  {
    table: 'reversal',
    writers: ['payments/records/reversals.ts'],
    legal: { moves: reversalMoves, first: ['REQUESTED'] },
  },
  {
    table: 'dispute',
    writers: ['payments/gateway-events/record-dispute.ts'],
    legal: { moves: disputeMoves, first: disputeStates },
  },
  {
    table: 'cis.payment_export',
    writers: ['features/billing-exchange/payment-files/move-file.ts'],
    begins: ['features/billing-exchange/export/export-payments.ts'],
    legal: { moves: paymentFileMoves, first: ['WRITTEN'] },
  },
  {
    table: 'cis.import_job',
    writers: ['features/billing-exchange/imports/jobs.ts'],
    legal: { moves: importMoves, first: ['CHECKING', 'GOING_LIVE'] },
  },
  {
    table: 'approval_request',
    writers: ['features/exceptions/open-request.ts'],
    begins: ['features/exceptions/approval-requests.ts'],
    legal: { moves: requestMoves, first: ['ASKED'] },
  },
  {
    table: 'notification',
    writers: ['messages/outbox/moves.ts'],
    begins: [
      'messages/broadcasts/make-messages.ts',
      'messages/choices/choices.ts',
      'messages/outbox/queue-notification.ts',
    ],
    legal: { moves: notificationMoves, first: Object.keys(notificationMoves) },
  },
  {
    table: 'notification_run',
    writers: ['messages/notifications/runs.ts'],
    begins: ['messages/notifications/find.ts'],
    legal: { moves: runMoves, first: Object.keys(runMoves) },
  },
  {
    table: 'broadcast',
    writers: ['messages/broadcasts/moves.ts'],
    begins: ['features/broadcasts/change-broadcast.ts'],
    legal: { moves: movesOfBroadcasts(), first: Object.keys(broadcastMoves) },
  },
]

/** Those of its attempt, and of a draft. */
function checkoutMoves(): Moves {
  const all: Record<string, string[]> = { DRAFT: [...draftMoves.DRAFT] }
  for (const from of attemptStates) {
    const moved = attemptMoves[from].map((to) => checkoutStateOf[to]).filter((to) => to !== checkoutStateOf[from])
    all[checkoutStateOf[from]] = [...(all[checkoutStateOf[from]] ?? []), ...moved]
  }
  return all
}

function movesOfBroadcasts(): Moves {
  const movesOf = (moves: Readonly<Record<string, string | null>>): string[] =>
    Object.values(moves).filter((to) => to !== null)
  return Object.fromEntries(Object.entries(broadcastMoves).map(([from, moves]) => [from, movesOf(moves)]))
}

/** For a session that writes states as a test needs them: `-c` this. */
export const anyState = 'test.any_state=on'

/** Refuses illegal moves and first states in a database of tests and worlds, whoever makes them. */
export function refusingIllegalMoves(): string {
  const triggers = stateMachines.map(({ table, legal }) => {
    const moves = JSON.stringify({ ...legal.moves, '': legal.first })
    const refused = `for each row when (current_setting('test.any_state', true) is distinct from 'on'`
    return `
      create trigger legal_state before insert on ${table}
        ${refused}) execute function refuse_illegal_move('${moves}');
      create trigger legal_move before update of state on ${table}
        ${refused} and old.state is distinct from new.state) execute function refuse_illegal_move('${moves}');`
  })
  return `
    create function refuse_illegal_move() returns trigger language plpgsql as $$
    declare before text := ''; begin
      if tg_op = 'UPDATE' then before := old.state; end if;
      if (tg_argv[0]::jsonb -> before) ? new.state then return new; end if;
      raise exception '% never goes from % to %', tg_table_name, coalesce(nullif(before, ''), 'nothing'), new.state;
    end $$;${triggers.join('')}`
}
