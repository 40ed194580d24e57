import type { AnnouncementTables } from './tables/announcements.ts'
import type { AuditTables } from './tables/audit.ts'
import type { BillingTables } from './tables/billing.ts'
import type { CustomerVoiceTables } from './tables/customer-voice.ts'
import type { EnrolmentTables } from './tables/enrolments.ts'
import type { FinanceTables } from './tables/finance.ts'
import type { MailTables } from './tables/mail.ts'
import type { MaintenanceTables } from './tables/maintenance.ts'
import type { PaymentTables } from './tables/payments.ts'
import type { PeopleTables } from './tables/people.ts'
import type { ReconciliationTables } from './tables/reconciliation.ts'
import type { RecoveryTables } from './tables/recovery.ts'
import type { SessionTables } from './tables/sessions.ts'

/**
 * Every table that the portal's queries may name, by its SQL name (`cis.account` for the billing ledger's schema).
 * Columns keep their SQL names. Money is whole cents, `date` is the text of a CalendarDate, `timestamptz` the text of
 * an Instant.
 */
export interface Database
  extends
    AuditTables,
    AnnouncementTables,
    BillingTables,
    EnrolmentTables,
    CustomerVoiceTables,
    FinanceTables,
    MailTables,
    MaintenanceTables,
    PaymentTables,
    PeopleTables,
    ReconciliationTables,
    RecoveryTables,
    SessionTables {}
