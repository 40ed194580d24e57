import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceFees } from '@portal/contract/fees'
import { z } from 'zod'

const shipped = new URL('../../server/profile/', import.meta.url)

/** Writes the default profile into a folder, with other settings in place of its own. @returns the file */
export async function profileWith(folder: string, settings: object): Promise<string> {
  await cp(shipped, folder, { recursive: true })
  const profile = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(await readFile(new URL('default.json', shipped), 'utf8')))
  const file = join(folder, 'profile.json')
  await writeFile(file, JSON.stringify({ ...profile, ...settings }))
  return file
}

/** The default profile, as of a utility that charges and tells its customers at every hour, with further settings. */
export async function openAllNight(
  folder: string,
  {
    autoPay,
    notifications,
    bankPayments = null,
    serviceFees = [],
    paymentFile,
  }: {
    autoPay?: object
    notifications?: object
    bankPayments?: object | null
    serviceFees?: ServiceFees
    paymentFile?: unknown
  } = {},
): Promise<string> {
  return await profileWith(folder, {
    bankPayments,
    paymentFile,
    // They say what the sentence about the fee of cards would.
    ...(serviceFees.length > 0 && { serviceFees, cardFee: undefined }),
    autoPay: { hours: { from: 0, until: 24 }, ...autoPay },
    notifications: { hours: [0, 24], delayMinutes: 0, ...notifications },
  })
}
