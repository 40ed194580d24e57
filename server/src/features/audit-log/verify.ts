import type { Deps } from '../../deps.ts'
import { verifyAudit } from '../../foundation/audit.ts'
import { type CommandIo, type ExitCode, withOpened } from '../../foundation/command-line.ts'

/** `portal audit verify`: exit code 0 when the log is intact, 1 when it is not, 2 for wrong usage. */
export async function auditCommand(parameters: readonly string[], io: CommandIo<Pick<Deps, 'db'>>): Promise<ExitCode> {
  if (parameters.length !== 1 || parameters[0] !== 'verify') {
    io.write('portal audit verify\n')
    return 2
  }
  return await withOpened(io, async (deps) => {
    const { entries, brokenAt, lastHash } = await verifyAudit(deps.db)
    io.write(
      brokenAt === null
        ? `The audit log is intact: ${entries} entries. Store this last hash outside the database to detect deleted entries: ${lastHash}\n`
        : `The audit log was changed at entry ${brokenAt}. The ${entries} entries before it are intact.\n`,
    )
    return brokenAt === null ? 0 : 1
  })
}
