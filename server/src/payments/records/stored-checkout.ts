import type { CardBrand, SourceCode } from '@portal/contract/card'
import type { Instant } from '@portal/contract/dates'
import type { AccountNumber, CheckoutPublicId, ReceiptNumber } from '@portal/contract/ids'
import type { Cents } from '@portal/contract/money'
import type { PaymentMode } from '@portal/contract/payments'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'
import type { AttemptState, CheckoutState, DraftState, PostingState } from '../../database/tables/payments.ts'
import { type StoredBank, authorization, bankColumns, storedBank } from './stored-bank.ts'

export interface StoredCheckout {
  id: number
  publicId: CheckoutPublicId
  /** Null when it was made for a planned charge. */
  sessionId: number | null
  /** A username; null for a guest. */
  paidBy: string | null
  contentHash: string
  mode: PaymentMode
  sourceCode: SourceCode
  /** Of the bills, without a service fee. */
  amount: Cents
  confirmationEmail: string | null
  /** Whether the payer may still choose where the confirmation goes. */
  awaitsAddress: boolean
  /** Of its payer's emails; null is the utility's own. */
  language: string | null
  state: CheckoutState
  createdAt: Instant
  decidedAt: Instant | null
  items: StoredItem[]
  attempt: StoredAttempt
}

/** A checkout without an attempt: a client puts it together call by call. */
export interface StoredDraft {
  id: number
  publicId: CheckoutPublicId
  idempotencyKey: string
  amount: Cents
  state: DraftState
  begunAt: Instant
  items: StoredItem[]
  attempt: null
}

export interface StoredItem {
  id: number
  accountId: AccountNumber
  ordinal: number
  amount: Cents
  serviceLocation: string
  receiptNumber: ReceiptNumber | null
  postingState: PostingState | null
}

export interface StoredAttempt {
  id: number
  /** The name of a gateway, which this version may not know. */
  gateway: string
  reference: string
  /** What is charged: the bills, and the fee. */
  amount: Cents
  fee: Cents
  /** Null for a bank account. */
  brand: CardBrand | null
  bank: StoredBank | null
  lastFour: string
  cardHolder: string
  state: AttemptState
  sentAt: Instant
  inquiries: number
  misses: number
  /** When an inquiry first found it listed by the gateway. */
  listedAt: Instant | null
  epoch: number
  transactionTag: string | null
  /** Ours, where nobody can read out the tag. */
  shortNumber: string | null
  authorizationNumber: string | null
  sequenceNumber: string | null
  /** How the gateway itself judged the charge, in words for staff. */
  message: string | null
  bankCode: string | null
  bankMessage: string | null
  gatewayRecord: string | null
}

/** What the receipts of a charge are made of (R1), which the gateway calls by `tag`. */
export function receiptTagOf<Tag>({ shortNumber }: Pick<StoredAttempt, 'shortNumber'>, tag: Tag): string | Tag {
  return shortNumber ?? tag
}

interface ItemRow {
  id: number
  account_id: AccountNumber
  ordinal: number
  amount_cents: Cents
  service_location: string
  receipt_number: ReceiptNumber | null
  posting_state: StoredItem['postingState']
}

const columns = [
  'checkout.id',
  'checkout.public_id',
  'checkout.session_id',
  'checkout.idempotency_key',
  'checkout.content_hash',
  'checkout.mode',
  'checkout.source_code',
  'checkout.amount_cents',
  'checkout.confirmation_email',
  'checkout.paid_by',
  'checkout.awaits_address',
  'checkout.state',
  'checkout.created_at',
  'checkout.decided_at',
  'attempt.id as attempt_id',
  'attempt.gateway',
  'attempt.reference',
  'attempt.amount_cents as charged_cents',
  'attempt.fee_cents',
  'attempt.brand',
  ...bankColumns,
  'attempt.last_four',
  'attempt.card_holder',
  'attempt.state as attempt_state',
  'attempt.sent_at',
  'attempt.looks',
  'attempt.misses',
  'attempt.listed_at',
  'attempt.epoch',
  'attempt.transaction_tag',
  'attempt.short_number',
  'attempt.authorization_number',
  'attempt.sequence_number',
  'attempt.exact_message as message',
  'attempt.bank_code',
  'attempt.bank_message',
  'attempt.gateway_record',
] as const

const itemRows = sql<ItemRow[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'id', item.id, 'account_id', item.account_id, 'ordinal', item.ordinal, 'amount_cents', item.amount_cents,
    'service_location', item.service_location, 'receipt_number', posting.receipt_number,
    'posting_state', posting.state) order by item.ordinal)
  from checkout_item item left join posting on posting.item_id = item.id
  where item.checkout_id = checkout.id), '[]')`.as('items')

/** Of the customer's emails; null for guests, callers and the utility's own. */
const language = sql<string | null>`(
  select language from web_user where lower(username) = lower(checkout.paid_by) and checkout.mode <> 'Phoned-In')`.as(
  'language',
)

export function checkoutRows(db: Db | Tx) {
  return db
    .selectFrom('checkout')
    .innerJoin('charge_attempt as attempt', 'attempt.checkout_id', 'checkout.id')
    .select([...columns, itemRows, language, authorization])
    .$narrowType<{ state: CheckoutState; source_code: SourceCode }>()
}

export function rowsOfSession(db: Db, sessionId: number) {
  return db
    .selectFrom('checkout')
    .leftJoin('charge_attempt as attempt', 'attempt.checkout_id', 'checkout.id')
    .select([...columns, itemRows, language, authorization])
    .where('checkout.session_id', '=', sessionId)
    .$narrowType<CheckoutRow | { attempt_id: null; state: DraftState }>()
}

type CheckoutRow = Awaited<ReturnType<ReturnType<typeof checkoutRows>['execute']>>[number]

export function storedCheckout(row: CheckoutRow): StoredCheckout {
  return {
    id: row.id,
    publicId: row.public_id,
    sessionId: row.session_id,
    contentHash: row.content_hash,
    mode: row.mode,
    sourceCode: row.source_code,
    amount: row.amount_cents,
    paidBy: row.paid_by,
    confirmationEmail: row.confirmation_email,
    awaitsAddress: row.awaits_address,
    language: row.language,
    state: row.state,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    items: row.items.map(storedItem),
    attempt: {
      id: row.attempt_id,
      gateway: row.gateway,
      reference: row.reference,
      amount: row.charged_cents,
      fee: row.fee_cents,
      brand: row.brand,
      bank: storedBank(row),
      lastFour: row.last_four,
      cardHolder: row.card_holder,
      state: row.attempt_state,
      sentAt: row.sent_at,
      inquiries: row.looks,
      misses: row.misses,
      listedAt: row.listed_at,
      epoch: row.epoch,
      transactionTag: row.transaction_tag,
      shortNumber: row.short_number,
      authorizationNumber: row.authorization_number,
      sequenceNumber: row.sequence_number,
      message: row.message,
      bankCode: row.bank_code,
      bankMessage: row.bank_message,
      gatewayRecord: row.gateway_record,
    },
  }
}

type DraftRow = Pick<CheckoutRow, 'id' | 'public_id' | 'idempotency_key' | 'amount_cents' | 'created_at' | 'items'>

export function storedDraft(row: DraftRow & { state: DraftState }): StoredDraft {
  return {
    id: row.id,
    publicId: row.public_id,
    idempotencyKey: row.idempotency_key,
    amount: row.amount_cents,
    state: row.state,
    begunAt: row.created_at,
    items: row.items.map(storedItem),
    attempt: null,
  }
}

function storedItem(item: ItemRow): StoredItem {
  return {
    id: item.id,
    accountId: item.account_id,
    ordinal: item.ordinal,
    amount: item.amount_cents,
    serviceLocation: item.service_location,
    receiptNumber: item.receipt_number,
    postingState: item.posting_state,
  }
}
