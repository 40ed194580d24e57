import type { Db } from '../../database/connect.ts'
import { firstHash, hashOf } from './chain.ts'

/**
 * What `verifyAudit` found: how many entries it read, and the first one whose hash does not follow from those before
 * it.
 */
interface AuditVerification {
  entries: number
  brokenAt: number | null
  /** The hash of the last entry, to be kept elsewhere. It covers all entries before it. */
  lastHash: string
}

const batch = 5000

/** Reads the whole audit log and computes every hash again. */
export async function verifyAudit(db: Db): Promise<AuditVerification> {
  let previous: Buffer = firstHash
  let entries = 0
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('audit_entry')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { id, hash, ...content } of rows) {
      if (!hashOf(previous, content).equals(hash)) return { entries, brokenAt: id, lastHash: previous.toString('hex') }
      previous = hash
      entries += 1
      last = id
    }
    if (rows.length < batch) return { entries, brokenAt: null, lastHash: previous.toString('hex') }
  }
}
