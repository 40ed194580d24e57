import { z } from 'zod'
import { exceptionLevels } from './admin-levels.ts'
import { call } from './call.ts'
import { CalendarDate, Instant } from './dates.ts'
import { Count, RowId } from './ids.ts'
import { NotificationKind, NotificationChannel, messageKinds } from './notifications.ts'
import { Why } from './reason.ts'

/** All ours (R44). */
export const notificationRunsTexts = {
  stoppedMeans: 'Nothing is sent. What becomes too old is dropped. Turn them on in System Maintenance.',
  waits: 'Far more messages than usual wait for a decision',
  refuses: 'The provider refused {count} in the last hour',
  queue: 'Queue now',
  ready: 'Ready to leave',
  handingOver: 'Being handed over',
  unknown: 'Unconfirmed in 24 hours',
  refused: 'Refused in the last hour',
  pace: 'Pace',
  drop: 'Drop',
  dropped: 'Dropped. None of the messages is sent.',
  totals: 'Results',
  exportCsv: 'Export CSV',
  day: 'Day',
  kind: 'Message',
  channel: 'Channel',
  count: 'Number',
  reason: 'Reason',
  result: 'Result',
} as const

/** States of a run, for staff. */
export const runStates = {
  FINDING: 'Searching',
  WAITING: 'Waits for a decision',
  OPEN: 'Waiting to leave',
  DROPPED: 'Being dropped',
  DONE: 'Done',
} as const
export type RunStateName = keyof typeof runStates

const states = Object.keys(runStates).filter((name): name is RunStateName => Object.hasOwn(runStates, name))

export const NotificationRun = z.object({
  scanId: z.number().int(),
  day: CalendarDate,
  kind: NotificationKind,
  found: z.number().int(),
  /** Of earlier runs of this kind, the middle one; null for the first. */
  usual: z.number().int().nullable(),
  state: z.enum(states),
  releaseAt: Instant.nullable(),
  /** Who released or dropped it; null when it did not wait. */
  decided: z.object({ by: z.string(), at: Instant, isRelease: z.boolean() }).nullable(),
})
export type NotificationRun = z.infer<typeof NotificationRun>

/** As it is now. */
export const NotificationQueue = z.object({
  channel: NotificationChannel,
  ready: z.number().int(),
  readySince: Instant.nullable(),
  handingOver: z.number().int(),
  /** In the last 24 hours: no answer came, and they never leave again. */
  unknown: z.number().int(),
  /** In the last hour. */
  refused: z.number().int(),
  /** Why the newest was refused, as a code or in the server's words; empty when none was. */
  refusedFor: z.string(),
  perSecond: z.number().int(),
})
export type NotificationQueue = z.infer<typeof NotificationQueue>

/** The newest looks at the accounts are listed; older ones only while they wait for a decision. */
export const scansListed = 14

export const NotificationRuns = z.object({
  /** When System Maintenance stopped them; null while they leave. */
  stoppedAt: Instant.nullable(),
  queue: z.array(NotificationQueue),
  /** Newest first; without runs when nothing was found. */
  scans: z.array(
    z.object({
      id: z.number().int(),
      day: CalendarDate,
      begunAt: Instant,
      doneAt: Instant.nullable(),
      runs: z.array(NotificationRun),
    }),
  ),
  asOf: Instant,
})
export type NotificationRuns = z.infer<typeof NotificationRuns>

/** Those who decide on AutoPay's run, too. */
const access = { admin: exceptionLevels } as const

export const readNotificationRuns = call({
  method: 'GET',
  path: '/api/v1/notification-runs',
  group: 'admin',
  summary: 'What was found to tell customers, and the queue of messages (R44)',
  access,
  reply: NotificationRuns,
  problems: {},
})

const Run = z.object({ scanId: RowId, kind: NotificationKind })

export const readRunExample = call({
  method: 'GET',
  path: '/api/v1/notification-runs/example',
  group: 'admin',
  summary: 'One message of a run that waits, as its recipient would read it (R44)',
  access,
  query: Run,
  /** Null when none is held anymore. Its link stops nothing. */
  reply: z.object({
    example: z.object({ channel: NotificationChannel, subject: z.string(), text: z.string() }).nullable(),
  }),
  problems: {},
})

export const decideNotificationRun = call({
  method: 'POST',
  path: '/api/v1/notification-runs/decide',
  group: 'admin',
  summary: 'Release or drop the messages of a run that waits, with a reason (R44)',
  access,
  /** `found` as it was shown. */
  body: Run.extend({ found: Count, decision: z.enum(['release', 'drop']), why: Why }),
  reply: NotificationRuns,
  problems: { 'run-changed': { status: 409, title: 'This run has changed. Look at it again.' } },
})

/** What became of messages, for figures. */
export const totalResults = {
  waiting: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  unknown: 'Unconfirmed',
  dropped: 'Not sent',
} as const
export type TotalResult = keyof typeof totalResults
const results = Object.keys(totalResults).filter((name): name is TotalResult => Object.hasOwn(totalResults, name))

export const TotalResults = z.array(z.object({ result: z.enum(results), reason: z.string(), count: z.number().int() }))

/** By the day on which they were found. */
export const NotificationTotal = z.object({
  day: CalendarDate,
  kind: z.enum(messageKinds),
  channel: NotificationChannel,
  counts: TotalResults,
})
export type NotificationTotal = z.infer<typeof NotificationTotal>

/** Days on the page, and in the file. */
export const totalDays = { shown: 7, exported: 31 } as const

export const readNotificationTotals = call({
  method: 'GET',
  path: '/api/v1/notification-totals',
  group: 'admin',
  summary: 'Results of the messages of the last days, by kind and channel (R44)',
  access,
  reply: z.object({ totals: z.array(NotificationTotal) }),
  problems: {},
})

/** The same of a month, as a file. */
export const exportNotificationTotals = call({
  method: 'GET',
  path: '/api/v1/notification-totals.csv',
  group: 'admin',
  summary: 'Results of the messages of a month as a CSV file (R44)',
  access,
  download: 'text/csv',
  reply: z.string(),
  problems: {},
})
