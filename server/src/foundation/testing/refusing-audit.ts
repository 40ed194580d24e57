import type { AuditAction } from '@portal/contract/audit-log'
import type pg from 'pg'

/** Runs `work` while the audit log accepts no entries of that action, as when its disk is full. */
export async function whileAuditRefuses(pool: pg.Pool, action: AuditAction, work: () => Promise<void>): Promise<void> {
  await pool.query(`alter table audit_entry add constraint full_disk check (action <> '${action}') not valid`)
  try {
    await work()
  } finally {
    await pool.query('alter table audit_entry drop constraint full_disk')
  }
}
