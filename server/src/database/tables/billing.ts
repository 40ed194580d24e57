/** Tables of the billing ledger, schema `cis` (migration 0003). */
export interface BillingTables {}
