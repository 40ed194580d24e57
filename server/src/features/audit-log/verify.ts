import type { Deps } from '../../deps.ts'
import { verifyAudit } from '../../foundation/audit.ts'
import { type CommandIo, type ExitCode, withOpened } from '../../foundation/command-line.ts'

/**
 * `portal audit verify`: checks that the audit log is intact. Exit code 0 when it is, 1 when it is not, 2 for wrong
 * usage.
 */
export async function auditCommand(parameters: readonly string[], io: CommandIo<Pick<Deps, 'db'>>): Promise<ExitCode> {
  if (parameters.length !== 1 || parameters[0] !== 'verify') {
    io.write('portal audit verify\n')
    return 2
  }
  return await withOpened(io, async (deps) => {
    const { entries, brokenAt, lastHash } = await verifyAudit(deps.db)
    io.write(
      brokenAt === null
        ? `The audit log is whole: ${entries} entries. Keep the last hash elsewhere to notice a cut end: ${lastHash}\n`
        : `The audit log is broken at entry ${brokenAt}: it does not follow from the ${entries} before it.\n`,
    )
    return brokenAt === null ? 0 : 1
  })
}
