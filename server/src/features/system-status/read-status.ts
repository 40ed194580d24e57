import { type SystemPart, systemParts } from '@portal/contract/system-status'
import type { StatusDeps, StatusSource } from '../../foundation/system-part.ts'
import { backupStatus, versionStatus } from './installation.ts'
import { emailStatus, gatewayStatus, notificationStatus, webhookStatus } from './partners.ts'

const order = Object.keys(systemParts)

/** What is wrong, since when, and what else is known of every part. @param more of other features */
export async function readStatus(deps: StatusDeps, more: readonly StatusSource[]): Promise<SystemPart[]> {
  const found: SystemPart[] = []
  // One after the other: nobody waits for it so much that it may take several connections.
  for (const source of [...more, ...own]) found.push(...(await source(deps)))
  return found.toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part))
}

const own: readonly StatusSource[] = [
  emailStatus,
  notificationStatus,
  gatewayStatus,
  webhookStatus,
  backupStatus,
  versionStatus,
]
