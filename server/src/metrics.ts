import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** For Prometheus, at `/metrics`. No label ever carries a person, an account or a card. */
export const metrics = new Registry()
collectDefaultMetrics({ register: metrics, prefix: 'portal_' })

const registers = [metrics]
const secondsToAMinute = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 65]

export const httpRequests = new Histogram({
  name: 'portal_http_request_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: secondsToAMinute,
  registers,
})

export const policyViolations = new Counter({
  name: 'portal_policy_violations_total',
  help: 'What browsers kept from loading or running on our pages: paying, other. The log has each',
  labelNames: ['page'] as const,
  registers,
})

export const databaseConnections = new Gauge({
  name: 'portal_database_connections',
  help: 'Connections of the database pool: open, idle, and calls that wait for one',
  labelNames: ['state'] as const,
  registers,
})

export const readyForCalls = new Gauge({
  name: 'portal_ready',
  help: 'Whether /readyz answers 200',
  registers,
})

export const checkouts = new Counter({
  name: 'portal_checkouts_total',
  help: 'Checkouts by method (Card, Bank account) and outcome: approved, declined, serverFailed, beingConfirmed, submitted, verifying',
  labelNames: ['method', 'outcome'] as const,
  registers,
})

export const chargeSeconds = new Histogram({
  name: 'portal_charge_seconds',
  help: 'Time the payment gateway took to answer a charge: charged, declined, verifying, processing, notCharged, notSent, unknown',
  labelNames: ['verdict'] as const,
  buckets: secondsToAMinute,
  registers,
})

export const postings = new Counter({
  name: 'portal_postings_total',
  help: 'Postings to the billing system: recorded, rejected, failed (tried again)',
  labelNames: ['result'] as const,
  registers,
})

/** `refused`: of no payment, or too large. */
export const clientNotes = new Counter({
  name: 'portal_client_notes_total',
  help: 'Notes of stepwise clients: kept, refused',
  labelNames: ['result'] as const,
  registers,
})

export const gatewayEvents = new Counter({
  name: 'portal_gateway_events_total',
  help: 'Events from the payment gateway: stored, ignored (a repeat, or nothing to us), refused (signature or age)',
  labelNames: ['result'] as const,
  registers,
})

export const unconfirmedPayments = new Gauge({
  name: 'portal_unconfirmed_payments',
  help: 'Unconfirmed charges',
  registers,
})

export const emails = new Counter({
  name: 'portal_emails_total',
  help: 'Emails by template: delivered, refused, failed (tried again)',
  labelNames: ['template', 'result'] as const,
  registers,
})

/** Those whose time has come, tried or not. */
export const emailsWaiting = new Gauge({
  name: 'portal_emails_waiting',
  help: 'Emails that wait to be delivered',
  registers,
})

/** 0 when none is waiting. */
export const oldestEmailWaiting = new Gauge({
  name: 'portal_emails_oldest_waiting_seconds',
  help: 'How long the oldest email has waited to be delivered',
  registers,
})

export const notifications = new Counter({
  name: 'portal_notifications_total',
  help: 'Notifications by channel: ACCEPTED, READY (tried again), REFUSED, UNKNOWN',
  labelNames: ['channel', 'result'] as const,
  registers,
})

/** Due, by channel. */
export const notificationsReady = new Gauge({
  name: 'portal_notifications_ready',
  help: 'Notifications that may leave now',
  labelNames: ['channel'] as const,
  registers,
})

/** 0 when none is due, and outside the hours in which they leave. */
export const oldestNotification = new Gauge({
  name: 'portal_notifications_oldest_ready_seconds',
  help: 'How long the oldest notification has been due within the hours of today',
  labelNames: ['channel'] as const,
  registers,
})

export const notificationRunsWaiting = new Gauge({
  name: 'portal_notification_runs_waiting',
  help: 'Runs of far more notifications than usual, which wait for a person',
  registers,
})

/** 0 while they are on. */
export const notificationsOff = new Gauge({
  name: 'portal_notifications_off_seconds',
  help: 'How long notifications have been switched off',
  registers,
})

/** `effect`: what that did to the address, or an alarm about us. */
export const emailsBack = new Counter({
  name: 'portal_emails_back_total',
  help: 'Emails that failed or were complained about: stop, count (stops after several), alarm',
  labelNames: ['kind', 'effect'] as const,
  registers,
})

export const contactChanges = new Counter({
  name: 'portal_contact_changes_total',
  help: 'Contact changes sent to the billing system: changed, rejected, failed (tried again)',
  labelNames: ['result'] as const,
  registers,
})

/** Lines of the log with `"alarm":true`, which need a person. */
export const alarms = new Counter({
  name: 'portal_alarms_total',
  help: 'Alarms logged',
  registers,
})

export const discrepancies = new Gauge({
  name: 'portal_discrepancies',
  help: 'Open reconciliation discrepancies by type',
  labelNames: ['kind'] as const,
  registers,
})

export const reconciledAt = new Gauge({
  name: 'portal_reconciliation_timestamp_seconds',
  help: 'Time of the last completed reconciliation',
  registers,
})

export const importedAt = new Gauge({
  name: 'portal_import_timestamp_seconds',
  help: 'When the live extract of the billing system was imported',
  registers,
})

/** 0 when none is waiting. */
export const oldestUnexportedPayment = new Gauge({
  name: 'portal_oldest_unexported_payment_seconds',
  help: 'Age of the oldest payment or cancellation that is in no payment file',
  registers,
})

/** 0 when none is due. */
export const oldestAutopayDue = new Gauge({
  name: 'portal_autopay_oldest_due_seconds',
  help: 'Age of the oldest planned charge whose day has come',
  registers,
})

/** 0 while it is on, or nothing is due. */
export const autopayOff = new Gauge({
  name: 'portal_autopay_off_seconds',
  help: 'How long AutoPay has been off while charges are due',
  registers,
})

export const autopayHeldPastDue = new Gauge({
  name: 'portal_autopay_held_past_due',
  help: 'Planned charges that are held back past their due date',
  registers,
})

export const autopayHour = new Gauge({
  name: 'portal_autopay_last_hour',
  help: 'Planned charges of the last hour, sent and failed for good',
  labelNames: ['result'] as const,
  registers,
})

/** As System status shows it; 0 while there is none. */
export const systemTroubles = new Gauge({
  name: 'portal_trouble_seconds',
  help: 'How long each trouble of System status has lasted',
  labelNames: ['trouble'] as const,
  registers,
})

export const openWork = new Gauge({
  name: 'portal_open_work',
  help: 'What waits for a person, by kind; 999 stands for more',
  labelNames: ['kind'] as const,
  registers,
})

/** 0 when none is open. */
export const oldestOpenWork = new Gauge({
  name: 'portal_open_work_oldest_seconds',
  help: 'Age of the oldest of what waits for a person, by kind',
  labelNames: ['kind'] as const,
  registers,
})

const failures = new Counter({
  name: 'portal_failures_total',
  help: 'What failed: charge, search, posting, email; beyond the first many reasons, other',
  labelNames: ['of', 'reason'] as const,
  registers,
})

/** Partners choose the words of some reasons: more than so many of each are one. */
const mostReasons = 40
const reasonsKnown = new Map<string, Set<string>>()

/** Accounts, receipts and addresses are left out of the reason. */
export function countFailure(of: 'charge' | 'posting' | 'search' | 'email', why: string): void {
  const reason = why.replaceAll(/\S*(?:\d{4}|@)\S*/g, '#')
  const known = reasonsKnown.get(of) ?? new Set()
  reasonsKnown.set(of, known)
  if (known.size < mostReasons) known.add(reason)
  failures.inc({ of, reason: known.has(reason) ? reason : 'other' })
}

/** Without the wait for its turn. */
export const secretHashSeconds = new Histogram({
  name: 'portal_secret_hash_seconds',
  help: 'Time to hash or compare a password or an answer',
  buckets: secondsToAMinute,
  registers,
})

// 0 from the start: to Prometheus, a counter that first appears as 1 has not increased, so no alert would fire.
for (const result of ['recorded', 'rejected', 'failed']) postings.inc({ result }, 0)
for (const result of ['changed', 'rejected', 'failed']) contactChanges.inc({ result }, 0)
for (const verdict of ['charged', 'declined', 'verifying', 'processing', 'notCharged', 'notSent', 'unknown'])
  chargeSeconds.zero({ verdict })
