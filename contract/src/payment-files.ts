import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { RowId, WholeNumber } from './ids.ts'
import { DecimalAmount } from './money.ts'

/** All ours. */
export const paymentFilesTexts = {
  lead: 'Choose a file to download it. Load it in the billing system, then mark it as loaded and posted.',
  files: 'Files',
  none: 'No payment files yet.',
  markLoaded: 'Mark as loaded and posted',
  loadedQuestion: 'Has the billing system loaded and posted every payment in this file?',
  markNotLoaded: 'Not loaded after all',
  notLoadedQuestion:
    'The payments of this file then count as open again. A file that was never delivered is delivered with the next ones.',
  seenLoaded: 'Moved by the billing system',
  byHand: 'Reverse by hand',
  byHandLead:
    'These payments were refunded or returned, and payment files can’t show that. Reverse each one in the billing system, then mark it here.',
  noneByHand: 'Nothing to reverse.',
  markReversed: 'Mark as reversed',
  markAllReversed: 'Mark all as reversed',
  reversedQuestion: 'Have you reversed this payment in the billing system? You can’t undo this.',
  allReversedQuestion: 'Have you reversed all of these payments in the billing system? You can’t undo this.',
} as const

/** What a payment file has been through, in words. */
export const paymentFileStates = {
  WRITTEN: 'Written',
  DELIVERED: 'Delivered',
  LOADED: 'Loaded and posted',
} as const
export type PaymentFileState = keyof typeof paymentFileStates

/**
 * A payment file's legal moves (docs/payment-files.md). A person may load one that was never delivered, and take back
 * that it is loaded.
 */
export const paymentFileMoves = {
  WRITTEN: ['DELIVERED', 'LOADED'],
  DELIVERED: ['LOADED'],
  LOADED: ['WRITTEN', 'DELIVERED'],
} as const satisfies Record<PaymentFileState, readonly PaymentFileState[]>

export const paymentFileStateNames = Object.keys(paymentFileStates).filter((name): name is PaymentFileState =>
  Object.hasOwn(paymentFileStates, name),
)

export const paymentFilesPageSize = 30

export const ListedPaymentFile = z.object({
  id: z.number().int(),
  name: z.string(),
  writtenAt: Instant,
  /** Null where the file may have payments of several days, or methods. */
  payDate: CalendarDate.nullable(),
  method: z.string().nullable(),
  /** Lines, with refunds below zero; and their sum. */
  count: z.number().int(),
  sum: DecimalAmount,
  state: z.enum(paymentFileStateNames),
  /** By whom is null where the billing system moved the file. */
  loaded: z.object({ at: Instant, by: z.string().nullable() }).nullable(),
})
export type ListedPaymentFile = z.infer<typeof ListedPaymentFile>

/** The levels that handle money. */
const access = { admin: exceptionLevels } as const
const params = z.object({ id: RowId })
const notFound = { status: 404, title: 'Payment file not found.' } as const

export const listPaymentFiles = call({
  method: 'GET',
  path: '/api/v1/payment-files',
  group: 'admin',
  summary: 'Files of payments for the billing system, newest first (docs/payment-files.md)',
  access,
  query: z.object({ before: RowId.optional() }),
  reply: z.object({ files: z.array(ListedPaymentFile), hasMore: z.boolean() }),
  problems: {},
})

export const downloadPaymentFile = call({
  method: 'GET',
  path: '/api/v1/payment-files/:id/file',
  group: 'admin',
  summary: 'A payment file, byte for byte as it was first written (docs/payment-files.md)',
  access,
  download: 'text/plain',
  params,
  reply: z.string(),
  problems: { 'payment-file-not-found': notFound },
})

export const markPaymentFileLoaded = call({
  method: 'POST',
  path: '/api/v1/payment-files/:id/loaded',
  group: 'admin',
  summary: 'Say that the billing system has loaded and posted a payment file (docs/payment-files.md)',
  access,
  params,
  // A JSON body is required, because a form on another site cannot send one.
  body: z.object({}),
  reply: z.object({ loaded: z.literal(true) }),
  problems: {
    'payment-file-not-found': notFound,
    'already-loaded': { status: 409, title: 'This file is already marked as loaded and posted.' },
  },
})

export const markPaymentFileNotLoaded = call({
  method: 'POST',
  path: '/api/v1/payment-files/:id/not-loaded',
  group: 'admin',
  summary: 'Take back that the billing system has loaded a payment file (docs/payment-files.md)',
  access,
  params,
  body: z.object({}),
  reply: z.object({ loaded: z.literal(false) }),
  problems: {
    'payment-file-not-found': notFound,
    'not-loaded': {
      status: 409,
      title: 'This file is not marked as loaded, or its payments are in the balances already. Nothing was changed.',
    },
  },
})

/** A payment that left in a file and was refunded since, where files take nothing below zero. */
export const PaymentToReverse = z.object({
  id: z.number().int(),
  receipt: z.string(),
  /** Its number in the file, and the file's name. */
  reference: z.string(),
  file: z.string(),
  accountId: z.string(),
  amount: DecimalAmount,
  payDate: CalendarDate,
  refundedOn: CalendarDate,
  reason: z.string(),
})
export type PaymentToReverse = z.infer<typeof PaymentToReverse>

export const paymentsToReversePageSize = 100
/** So many are marked at once. */
export const mostReversed = 500

export const listPaymentsToReverse = call({
  method: 'GET',
  path: '/api/v1/payments-to-reverse',
  group: 'admin',
  summary: 'Refunded payments that a person reverses in the billing system, oldest first (docs/payment-files.md)',
  access,
  query: z.object({ after: WholeNumber.default(0) }),
  reply: z.object({ payments: z.array(PaymentToReverse), hasMore: z.boolean() }),
  problems: {},
})

export const markReversed = call({
  method: 'POST',
  path: '/api/v1/payments-to-reverse/reversed',
  group: 'admin',
  summary: 'Say that refunded payments were reversed in the billing system (docs/payment-files.md)',
  access,
  body: z.object({ ids: z.array(RowId).min(1).max(mostReversed) }),
  reply: z.object({ reversed: z.literal(true) }),
  problems: { 'already-reversed': { status: 409, title: 'Another admin has already marked this as reversed.' } },
})
