import type { BlockReason } from '@portal/contract/autopay'
import { sql } from 'kysely'
import type { Work } from '../../foundation/work/loop.ts'
import type { Engine } from '../engine.ts'
import { restAt } from '../schedule.ts'
import { stopAgreement } from './agreements.ts'

const batch = 100

/** Pauses agreements whose bank account is blocked, whoever has them: their customers hear of it now, and not at the next bill. */
export function pauseWork(engine: Engine): Work {
  return {
    name: 'autopay-pauses',
    restMilliseconds: 12 * restAt(engine.pace),
    fullBatch: batch,
    async run() {
      const { rows } = await sql<{ id: number; reason: BlockReason }>`
        select agreement.id, blocked_for as reason
        from saved_card card join autopay_agreement agreement on saved_card_id = card.id
        where blocked_for is not null and state = 'ACTIVE'
        order by agreement.id limit ${batch}`.execute(engine.db)
      for (const { id, reason } of rows) await stopAgreement(engine, id, reason)
      return rows.length
    },
  }
}
