import { type Instant, later } from '@portal/contract/dates'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import { sql } from 'kysely'
import type { Work } from '../../foundation/work/loop.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import type { Engine } from '../engine.ts'
import { aboutPerson } from '../planned/partners.ts'
import { restAt } from '../schedule.ts'
import { agreementEmail } from './emails.ts'
import { yearAfter } from './moves.ts'
import { wordsOf } from './words.ts'

const batch = 50
const day = 24 * 60 * 60_000

/** Mails each customer once a year what AutoPay does. Changed words come earlier, with the next notice (`notice.ts`). */
export function reminderWork(engine: Engine): Work {
  return {
    name: 'autopay-reminders',
    restMilliseconds: 60 * restAt(engine.pace),
    fullBatch: batch,
    async run() {
      const due = await dueReminders(engine)
      for (const each of due) await remind(engine, each)
      if (due.length > 0) engine.wake(emailWork)
      return due.length
    },
  }
}

interface Due {
  id: number
  account: AccountNumber
  personId: PersonId
  mailedVersion: string
  mailAt: Instant
}

async function dueReminders(engine: Engine): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, account_id as account, person_id as "personId", mailed_version as "mailedVersion", mail_at as "mailAt"
    from autopay_agreement where state = 'ACTIVE' and mail_at <= ${engine.clock.now()}::timestamptz
    order by mail_at, id limit ${batch}`.execute(engine.db)
  return rows
}

/** Of two workers, one finds the date as it was read. Without an address, tomorrow again. */
async function remind(engine: Engine, { id, account, personId, mailedVersion, mailAt }: Due): Promise<void> {
  const about = await aboutPerson(engine, personId)
  const at = engine.clock.now()
  await engine.db.transaction().execute(async (tx) => {
    const words = await wordsOf(tx, engine.profile, id)
    const moved = await tx
      .updateTable('autopay_agreement')
      .set(about === null ? { mail_at: later(at, day) } : { mail_at: yearAfter(at), mailed_version: words.version })
      .where('id', '=', id)
      .where('mail_at', '=', mailAt)
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n || about === null) return
    const what = mailedVersion === words.version ? 'reminder' : 'words'
    await queueEmail(tx, agreementEmail(about, what, `${id}-${at}`, account, { text: words.words }), at)
  })
}
