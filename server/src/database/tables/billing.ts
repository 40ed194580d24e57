import type { SourceCode } from '@portal/contract/card'
import type { BillAddressSource, PhoneType, ContactEdit } from '@portal/contract/contact'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { AccountNumber, BillId, PersonId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { BillRoute } from '@portal/contract/paperless'
import type { PaymentFileState } from '@portal/contract/payment-files'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { BillDetail } from './bill-detail.ts'

/** Schema `cis` (migrations 0003 and 0014). An import writes the first nine with COPY; queries only read them. */
export interface BillingTables {
  'cis.person': {
    person_id: PersonId
    person_or_business: 'P' | 'B'
    full_name: string
    email_address: string | null
    address1: string | null
    address2: string | null
    city: string | null
    state: string | null
    postal: string | null
    country: string | null
  }
  'cis.phone': {
    person_id: PersonId
    sequence: number
    phone_type: PhoneType
    phone_number: string
    extension: string | null
  }
  'cis.person_characteristic': {
    person_id: PersonId
    characteristic_type: string
    effective_date: CalendarDate
    characteristic_value: string | null
    adhoc_value: string | null
  }
  'cis.premise': {
    premise_id: string
    premise_type: string
    address1: string
    address2: string | null
    city: string
    state: string
    postal: string
    country: string
  }
  'cis.account': {
    account_id: AccountNumber
    division: string
    customer_class: string
    bill_cycle: string | null
    setup_date: CalendarDate
    mailing_premise_id: string | null
    is_cash_only: boolean
    balance_cents: Cents
    payoff_cents: Cents
    new_charges_cents: Cents
    arrears_30_cents: Cents
    arrears_60_cents: Cents
    arrears_90_cents: Cents
    arrears_older_cents: Cents
    pin_digest: Buffer | null
    last_payment_digest: Buffer | null
    /** Of the balance, where no bill says it. */
    due_date: CalendarDate | null
  }
  'cis.account_person': {
    account_id: AccountNumber
    person_id: PersonId
    relationship_type: string
    is_main: boolean
    is_financially_responsible: boolean
    may_use_web: boolean
    bill_address_source: BillAddressSource | null
    override_name: string | null
    override_address1: string | null
    override_address2: string | null
    override_city: string | null
    override_state: string | null
    override_postal: string | null
    override_country: string | null
    /** Null when the extract does not say. */
    bill_route: BillRoute | null
  }
  'cis.service_agreement': {
    agreement_id: string
    account_id: AccountNumber
    premise_id: string
    agreement_type: string
    status: string
    start_date: CalendarDate
    end_date: CalendarDate | null
    balance_cents: Cents
    payoff_cents: Cents
  }
  'cis.bill': {
    bill_id: BillId
    account_id: AccountNumber
    bill_date: CalendarDate
    due_date: CalendarDate
    begin_cents: Cents
    payments_cents: Cents
    adjustments_cents: Cents
    corrections_cents: Cents
    current_charges_cents: Cents
    ending_cents: Cents
    read_date: CalendarDate | null
    consumption_gallons: number | null
    detail: BillDetail
  }
  'cis.financial_transaction': {
    transaction_id: string
    account_id: AccountNumber
    agreement_id: string
    bill_id: BillId | null
    parent_id: string | null
    transaction_type: 'BS' | 'BX' | 'AD' | 'AX' | 'PS' | 'PX'
    current_cents: Cents
    total_cents: Cents
    arrears_date: CalendarDate
    accounting_date: CalendarDate
    external_reference: string | null
  }
  'cis.payment_export': {
    id: GeneratedAlways<number>
    transmit_id: GeneratedAlways<string>
    created_at: Instant
    payment_count: number
    total_cents: Cents
    cancellation_count: Generated<number>
    cancelled_cents: Generated<Cents>
    written_at: Instant | null
    /** What `PaymentLayout` reads. */
    layout: Generated<unknown>
    made_on: Generated<CalendarDate | null>
    pay_date: Generated<CalendarDate | null>
    method: Generated<string | null>
    sha256: Generated<string | null>
    state: Generated<PaymentFileState>
    loaded_at: Generated<Instant | null>
    /** Null where the billing system moved the file. */
    loaded_by: Generated<string | null>
    delivering_at: Generated<Instant | null>
    delivered_at: Generated<Instant | null>
    not_loaded_at: Generated<Instant | null>
  }
  'cis.portal_payment': {
    receipt_number: ReceiptNumber
    payment_number: GeneratedAlways<number>
    account_id: AccountNumber
    amount_cents: Cents
    source_code: SourceCode
    method_code: string
    authorization_number: string
    paid_at: Instant
    pay_date: CalendarDate
    export_id: number | null
    contained_in_import: number | null
  }
  'cis.contact_export': {
    id: GeneratedAlways<number>
    transmit_id: GeneratedAlways<string>
    created_at: Instant
    change_count: number
    written_at: Instant | null
  }
  'cis.contact_change': {
    change_key: string
    change_number: GeneratedAlways<number>
    person_id: PersonId
    changed_at: Instant
    change_date: CalendarDate
    detail: ColumnType<ContactEdit, string>
    export_id: number | null
    contained_in_import: number | null
  }
  'cis.payment_cancellation': {
    receipt_number: ReceiptNumber
    cancellation_number: GeneratedAlways<number>
    account_id: AccountNumber
    amount_cents: Cents
    cancelled_at: Instant
    cancel_date: CalendarDate
    reason: string
    export_id: number | null
    contained_in_import: number | null
    /** Contained or not: it raises no balance until it is known. */
    in_doubt: Generated<boolean>
    reversed_at: Generated<Instant | null>
    reversed_by: Generated<string | null>
  }
  /** Outside the schema: no import replaces it. */
  bill_image: {
    bill_id: BillId
    sha256: Buffer
    pdf: Buffer
    missing_since: Instant | null
  }
}
