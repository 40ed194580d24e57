import { createTestDatabase, type TestDatabase } from '@portal/server/database/testing/database.ts'
import { limits } from '@portal/server/foundation/rate-limits/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Grow with the extract, with what staff do, with what the gateway reports, or with time: no call of a visitor adds a row. */
const grownByOthers = [
  'cis.account cis.account_person cis.bill cis.financial_transaction cis.person cis.person_characteristic cis.phone cis.holder_number',
  'bill_image cis.premise cis.service_agreement cis.import_quarantine cis.import_run cis.import_job cis.new_holder cis.fetched_file cis.contact_export cis.payment_export',
  'admin_user admin_recovery_code admin_touch announcement announcement_image broadcast maintenance_switch',
  'backup_report bank_block_lift reported_trouble approval_request hand_resolution security_question survey_question survey_possible_answer',
  'gateway_event gateway_catch_up dispute discrepancy payout payout_item reconciliation_run finance_summary',
  'plan_hour notification_pace notification_run notification_scan migration',
].flatMap((line) => line.split(' '))

/** What visitors and customers can make grow, and what bounds it: a limit on tries by its name, or a rule. */
const bounds: readonly (readonly [tables: string, bound: string])[] = [
  ['session', '`guestSessionsPerAddress`; until the session ends'],
  [
    'session_account session_human_check enrolment recovery',
    'one for each account, purpose or person; `humanChecksPerAddress`, `enrollmentLookUpsPerAddress`, `recoveriesPerAddress`; until the session ends',
  ],
  ['rate_limit', 'one for each limit and address, account, session or name, for minutes to a day'],
  ['unknown_login', '`failedSignInsPerAddress`; 90 days'],
  ['known_browser', '20 for each customer'],
  ['spent_human_check', '`humanChecksPerAddress`; until the check expires'],
  ['checkout_turn', 'refused payments: `refusedPaymentsPerAddress`; a day'],
  [
    'checkout checkout_item payment_event',
    'of stepwise clients: `draftsPerSession`, `draftsPerAddress`; never charged: 30 days',
  ],
  [
    'charge_attempt debit_authorization autopay_words account_hold posting ledger_entry finance_entry reversal replaced_key payment_hour payment_hour_mark payment_day cis.portal_payment cis.payment_cancellation',
    'payments sent to the gateway, each after a human check: `checkoutsPerSession`, `checkoutsPerAccount`, `checkoutsPerAddress`',
  ],
  ['payment_client_note', 'the newest 20,000 of 8 KiB; `clientNotesPerSession`, `clientNotesPerAddress`'],
  [
    'email',
    'one or two for each payment, registration, agreement or change; `recoveryEmailsPerCustomer`, `codesPerAddress`, `testMessagesPerCustomer`; 90 days',
  ],
  ['email_trouble stopped_address', 'a failure and a complaint for each email; one for each address'],
  ['text_reply text_answer', '`repliesPerNumber`; 13 months'],
  ['help_ticket', '`ticketsPerCustomer`'],
  ['survey_submission survey_answer', '`surveysPerCustomer`'],
  ['web_user', 'one for each customer of the extract'],
  ['contact_outbox cis.contact_change', '`detailEditsPerCustomer`'],
  ['notification_choice stopped_choice paperless_choice', 'one for each account, kind and channel'],
  ['proven_address', '`codesPerCustomer`'],
  ['notification', 'one for each cause; `testMessagesPerCustomer`; 13 months'],
  [
    'gateway_customer saved_card card_saving card_detachment',
    '10 cards at a time for each customer; `cardSavingsPerCustomer`, `cardSavingsPerAddress`',
  ],
  [
    'autopay_agreement payment_schedule planned_charge plan_event',
    '`autopayChangesPerCustomer`, `scheduleChangesPerCustomer`',
  ],
  [
    'audit_entry',
    'the limits of logins, registering and changes; `failedAdminSignInsPerAddress`, `refusedCallsPerAdmin`',
  ],
  ['readiness_probe', 'one row'],
]

describe('the list of what callers can make grow', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  test('has every table of the schema, or the list here of those that they cannot grow', async () => {
    const { rows: tables } = await database.pool.query<{ name: string }>(`
      select case schemaname when 'public' then '' else schemaname || '.' end || tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`)
    const listed = [...bounds.flatMap(([names]) => names.split(' ')), ...grownByOthers]
    expect(listed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  test('names limits that there are', () => {
    const named = bounds.flatMap(([, bound]) => [...bound.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !Object.hasOwn(limits, name))).toEqual([])
  })
})
