import type { AuditTables } from './tables/audit.ts'
import type { AutopayTables } from './tables/autopay.ts'
import type { BillingTables } from './tables/billing.ts'
import type { GatewayEventTables } from './tables/gateway-events.ts'
import type { ImportTables } from './tables/imports.ts'
import type { ManualActionTables } from './tables/manual-actions.ts'
import type { MessageTables } from './tables/messages.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { PaymentTables } from './tables/payments.ts'
import type { PeopleTables } from './tables/people.ts'
import type { ReconciliationTables } from './tables/reconciliation.ts'
import type { SavedCardTables } from './tables/saved-cards.ts'
import type { SiteTables } from './tables/site.ts'

/** By SQL name. Money is whole cents, `date` the text of a CalendarDate, `timestamptz` that of an Instant. */
export interface Database
  extends
    AuditTables,
    AutopayTables,
    BillingTables,
    ImportTables,
    GatewayEventTables,
    ManualActionTables,
    MessageTables,
    NotificationTables,
    PaymentTables,
    PeopleTables,
    ReconciliationTables,
    SavedCardTables,
    SiteTables {}
