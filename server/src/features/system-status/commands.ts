import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Deps } from '../../deps.ts'
import { type CommandIo, type ExitCode, withOpened } from '../../foundation/command-line.ts'
import { writeEmail } from '../../wording/customer-email.ts'
import { linkTo } from './watch.ts'

const backupUsage = `portal backup-done
  Records that a backup has ended: the last line of the backup job. System status shows its age.
`

/** `portal backup-done` */
export async function backupDoneCommand(
  words: readonly string[],
  io: CommandIo<Pick<Deps, 'db' | 'clock'>>,
): Promise<ExitCode> {
  if (words.length > 0) {
    io.write(backupUsage)
    return 2
  }
  return await withOpened(io, async ({ db, clock }): Promise<ExitCode> => {
    const ended = { ended_at: clock.now() }
    await db
      .insertInto('backup_report')
      .values(ended)
      .onConflict((known) => known.column('is_only').doUpdateSet(ended))
      .execute()
    io.write('Recorded.\n')
    return 0
  })
}

const failureUsage = `portal tell-failure UNIT
  Emails that a unit of systemd has failed, immediately and without the database. deploy/portal-failed@.service runs it.
`

type TellDeps = Pick<Deps, 'clock' | 'mail' | 'profile' | 'config'>

/** `portal tell-failure`: exit code 1 when the mail server took none. */
export async function tellFailureCommand(words: readonly string[], io: CommandIo<TellDeps>): Promise<ExitCode> {
  const [unit] = words
  if (!unit || words.length > 1 || unit.startsWith('-')) {
    io.write(failureUsage)
    return 2
  }
  return await withOpened(io, async (deps): Promise<ExitCode> => {
    const { profile, mail } = deps
    const dedupeKey = `unit-failed-${randomUUID()}`
    const values = { unit, host: hostname() }
    for (const recipient of profile.operationsEmails ?? [profile.financeEmail]) {
      const email = writeEmail(profile, {
        template: 'unit-failed',
        dedupeKey,
        recipient,
        subject: { text: '{unit} failed', values },
        heading: { text: '{unit} failed', values },
        parts: [
          { kind: 'paragraph', text: '{unit} on {host} ended with a failure.', values },
          {
            kind: 'paragraph',
            text: 'See why: journalctl -u {unit}. Then start it again: systemctl start {unit}.',
            values,
          },
          linkTo(deps),
        ],
      })
      const messageId = `<${dedupeKey}@${profile.mailFrom.split('@').at(-1)}>`
      await mail.send({ to: recipient, subject: email.subject, text: email.text, html: email.html, messageId })
    }
    io.write('Emailed.\n')
    return 0
  })
}
