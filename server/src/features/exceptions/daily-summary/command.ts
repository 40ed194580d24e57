import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { CalendarDate, dateIn } from '@portal/contract/dates'
import { type CommandIo, parsedOrNull, withOpened } from '../../../foundation/command-line.ts'
import { queueEmail } from '../../../messages/outbox/queue-email.ts'
import { keyOfRepeat } from '../../../wording/customer-email.ts'
import { type SummaryDeps, readSummary } from './read-summary.ts'
import { deskAddress, keyOfSummary } from './send-summary.ts'
import { summaryEmail } from './summary-email.ts'

const usage = `portal finance-summary --date YYYY-MM-DD [--send]
  Prints the finance summary that is emailed each day. It counts nothing again.
  --date   day in the portal’s time zone
  --send   also email it to finance again
`

/** `portal finance-summary`: exit code 2 for wrong usage. */
export async function financeSummaryCommand(words: readonly string[], io: CommandIo<SummaryDeps>): Promise<0 | 2> {
  const request = read(words)
  if (!request) {
    io.write(usage)
    return 2
  }
  return await withOpened(io, async (deps) => {
    const now = deps.clock.now()
    if (request.day > dateIn(deps.profile.timeZone, now)) {
      io.write(`${request.day} is in the future (${deps.profile.timeZone}).\n`)
      return 2
    }
    const summary = await readSummary(deps, request.day)
    const dedupeKey = `${keyOfRepeat(keyOfSummary(request.day))}${randomUUID()}`
    const email = summaryEmail(deps.profile, summary, { dedupeKey, desk: deskAddress(deps), isAgain: request.send })
    io.write(email.text)
    if (request.send) {
      await deps.db.transaction().execute(async (tx) => await queueEmail(tx, email, now))
      io.write(`\nQueued for ${email.recipient}.\n`)
    }
    return 0
  })
}

function read(words: readonly string[]): { day: CalendarDate; send: boolean } | null {
  const options = { date: { type: 'string' }, send: { type: 'boolean', default: false } } as const
  const parsed = parsedOrNull(() => parseArgs({ args: [...words], options }))
  const day = CalendarDate.safeParse(parsed?.values.date).data
  return parsed && day ? { day, send: parsed.values.send } : null
}
