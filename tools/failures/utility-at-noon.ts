import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CalendarDate, dateIn, instantOf } from '@portal/contract/dates'
import { z } from 'zod'
import { childEnvironment } from '../world/node-program.ts'

const portal = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url))

/** A utility somewhere on earth where it is about noon now, so that no midnight falls into a test. */
export interface UtilityAtNoon {
  timeZone: string
  day: CalendarDate
  profileFile: string
}

/** Writes the profile of such a utility into a folder, beside the texts of its pages. */
export async function utilityAtNoon(folder: string): Promise<UtilityAtNoon> {
  const timeZone = zoneWithNoon(new Date().getUTCHours())
  await cp(new URL('../../server/profile/', import.meta.url), folder, { recursive: true })
  const profileFile = join(folder, 'profile.json')
  const profile = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(await readFile(join(folder, 'default.json'), 'utf8')))
  await writeFile(profileFile, JSON.stringify({ ...profile, timeZone }))
  return { timeZone, day: dateIn(timeZone, instantOf(Date.now())), profileFile }
}

/** `Etc/GMT-10` is ten hours ahead of Greenwich. */
function zoneWithNoon(hour: number): string {
  const ahead = 12 - hour
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** @returns its exit code and its output */
export async function runPortal(
  command: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number; text: string }> {
  const env = childEnvironment(settings)
  return await new Promise((resolve) => {
    execFile(process.execPath, [portal, ...command], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: `${stdout}${error ? stderr : ''}` })
    })
  })
}
