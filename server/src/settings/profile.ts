import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { UtilityProfile } from '@portal/contract/utility'
import { WrongSetting } from './config.ts'

const defaultFile = fileURLToPath(new URL('../../profile/default.json', import.meta.url))

/** Where the profile stands: the file of `PROFILE_FILE`, or the default one. */
export function profileFile(file: string | undefined): string {
  return file ?? defaultFile
}

/**
 * Reads the utility profile from `PROFILE_FILE`, or the default one (docs/operations.md, Settings).
 * @throws WrongSetting telling in one line what is wrong with the file.
 */
export function readProfile(file?: string): UtilityProfile {
  const parsed = UtilityProfile.safeParse(readJson(profileFile(file)))
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`)
    throw new WrongSetting(`PROFILE_FILE: wrong in the utility profile: ${wrong.join('; ')}`)
  }
  if (!isTimeZone(parsed.data.timeZone)) {
    throw new WrongSetting(`PROFILE_FILE: there is no time zone called ${parsed.data.timeZone}`)
  }
  return parsed.data
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new WrongSetting(`PROFILE_FILE: the utility profile cannot be read (${reason})`)
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}
