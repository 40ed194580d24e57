import type { PersonRecord } from '../../adapters/billing-system/port-people.ts'
import type { Db } from '../../database/connect.ts'
import { findWebUserByName } from '../../foundation/credentials/web-users.ts'

/** Whether somebody has this username, regardless of case. */
export async function isTaken(db: Db, username: string): Promise<boolean> {
  return (await findWebUserByName(db, username)) !== null
}

/**
 * Whether this was the customer's own username in an earlier portal, which may not be chosen again (C§5). The billing
 * system keeps it as a characteristic.
 */
export function isOldUsername({ characteristics }: Pick<PersonRecord, 'characteristics'>, username: string): boolean {
  const old = characteristics.find(({ type }) => type === 'CMOLDUSR')?.adhocValue ?? null
  return old !== null && old.normalize('NFC').toLowerCase() === username.toLowerCase()
}
