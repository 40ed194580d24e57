import { randomInt } from 'node:crypto'
import { levelName, adminLevels } from '@portal/contract/admin-levels'
import { NewAdmin } from '@portal/contract/admin-users'
import { sayWhatIsWrong } from '@portal/contract/input-texts'
import type { Deps } from '../../deps.ts'
import { type CommandIo, type ExitCode, withOpened } from '../../foundation/command-line.ts'
import { addUser, hasAdmins } from './add-user.ts'

const usage = `portal admin create USERNAME EMAIL [LEVEL]

LEVEL is ${adminLevels[0]} to ${adminLevels.at(-1)} (default 1):
${adminLevels.map((level) => `  ${level}  ${levelName(level)}`).join('\n')}

Prints a password and where to log in with it. All but the first admin must change it there.
`

/** As in the console, so that whoever is added can sign in. */
const Named = NewAdmin.pick({ username: true, email: true })

/** `portal admin create`, with a password of its own making. */
export async function adminCommand(
  parameters: readonly string[],
  io: CommandIo<Pick<Deps, 'db' | 'clock' | 'profile'> & { config: Pick<Deps['config'], 'PUBLIC_URL'> }>,
): Promise<ExitCode> {
  const [verb, username, email, levelGiven = '1', ...more] = parameters
  const level = adminLevels.find((each) => String(each) === levelGiven)
  const named = Named.safeParse({ username, email }, { error: sayWhatIsWrong })
  if (verb !== 'create' || !named.success || !level || more.length > 0) {
    const wrong = email === undefined ? [] : (named.error?.issues ?? [])
    io.write(`${wrong.map(({ message }) => `${message}\n`).join('')}${usage}`)
    return 2
  }
  const password = newPassword()
  return await withOpened(io, async (deps) => {
    const origin = { clientAddress: '', requestId: 'portal admin create' }
    // The first administrator is the installer's own, the others are for other people.
    const mustChangePassword = await hasAdmins(deps.db)
    const reply = await addUser(deps, null, { ...named.data, level, password, mustChangePassword }, origin)
    if (reply.result === 'Failed') {
      io.write(`${reply.description}: ${named.data.username}\n`)
      return 1
    }
    const login = `${deps.config.PUBLIC_URL}${deps.profile.consolePath}`
    io.write(`Added ${named.data.username} (${levelName(level)}). Password: ${password}\nLog in at ${login}\n`)
    return 0
  })
}

/** Fifteen letters and digits that are not easily confused: some 86 bits. */
function newPassword(): string {
  const emails = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
  return Array.from({ length: 15 }, () => emails[randomInt(emails.length)]).join('')
}
