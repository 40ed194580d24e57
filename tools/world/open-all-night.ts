import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceFees } from '@portal/contract/fees'
import { z } from 'zod'

const shipped = new URL('../../server/profile/default.json', import.meta.url)

/** A utility whose billing system writes plain files (docs/billing-files.md). */
export const smallville = new URL('../smallville/profile/profile.json', import.meta.url)

/** Writes a profile into a folder, with the files beside it and other settings in place of its own. @returns the file */
export async function profileWith(folder: string, settings: object, profile = shipped): Promise<string> {
  for (const each of new Set([shipped, profile])) await cp(new URL('.', each), folder, { recursive: true })
  const own = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(profile, 'utf8')))
  const file = join(folder, 'profile.json')
  await writeFile(file, JSON.stringify({ ...own, ...settings }))
  return file
}

/** A profile, the default one when not said, as of a utility that charges and tells its customers at every hour, with further settings. */
export async function openAllNight(
  folder: string,
  {
    autoPay,
    notifications,
    bankPayments = null,
    serviceFees = [],
    paymentFile,
    profile,
  }: {
    autoPay?: object
    notifications?: object
    bankPayments?: object | null
    serviceFees?: ServiceFees
    paymentFile?: unknown
    profile?: URL
  } = {},
): Promise<string> {
  const settings = {
    bankPayments,
    ...(paymentFile !== undefined && { paymentFile }),
    // They say what the sentence about the fee of cards would.
    ...(serviceFees.length > 0 && { serviceFees, cardFee: undefined }),
    autoPay: { hours: { from: 0, until: 24 }, ...autoPay },
    notifications: { hours: [0, 24], delayMinutes: 0, ...notifications },
  }
  return await profileWith(folder, settings, profile)
}
