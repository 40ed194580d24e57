import type { FastifyInstance } from 'fastify'
import { BillingSystemDown } from './adapters/billing-system/port.ts'
import { isUnreachable } from './database/unreachable.ts'
import type { Deps } from './deps.ts'
import { accountSummaryRoutes } from './features/account-summary.ts'
import { adminSignInRoutes } from './features/admin-sign-in/routes.ts'
import { adminUsersRoutes } from './features/admin-users/routes.ts'
import { announcementEditingRoutes, announcementRoutes } from './features/announcements/routes.ts'
import { auditLogRoutes } from './features/audit-log/routes.ts'
import { autopayRunRoutes } from './features/autopay-run.ts'
import { autopayRoutes } from './features/autopay/routes.ts'
import { billViewRoutes } from './features/bill-view/routes.ts'
import { importRoutes, importWork } from './features/billing-exchange/imports/routes.ts'
import { newHolderRoutes } from './features/billing-exchange/new-holders.ts'
import { paymentFileRoutes } from './features/billing-exchange/payment-files/routes.ts'
import { exchangeStatus } from './features/billing-exchange/status.ts'
import { billsRoutes } from './features/bills.ts'
import { broadcastRoutes } from './features/broadcasts/routes.ts'
import { checkoutRoutes } from './features/checkout/routes.ts'
import { customerMessageRoutes } from './features/customer-messages/routes.ts'
import { customerPasswordRoutes } from './features/customer-password.ts'
import { editAccountRoutes } from './features/edit-account/routes.ts'
import { emailReportRoute } from './features/email-reports.ts'
import { dailyFinanceSummary } from './features/exceptions/daily-summary/send-summary.ts'
import { openWorkWatch } from './features/exceptions/open-work.ts'
import { exceptionRoutes } from './features/exceptions/routes.ts'
import { feesAndCostsRoutes } from './features/fees-and-costs.ts'
import { forgotRoutes } from './features/forgot/routes.ts'
import { gatewayEventRoute } from './features/gateway-events.ts'
import { helpAndSupportRoutes } from './features/help-and-support.ts'
import { humanCheckRoutes } from './features/human-check.ts'
import { maintenanceRoutes } from './features/maintenance.ts'
import { messagePreviewRoutes } from './features/message-previews.ts'
import { notificationRunRoutes } from './features/notification-runs.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { stopByMail } from './features/notifications/stop-link.ts'
import { ownSessionsRoutes } from './features/own-sessions.ts'
import { pageTextsRoutes } from './features/page-texts/routes.ts'
import { paperlessRoutes } from './features/paperless.ts'
import { payNowRoutes } from './features/pay-now.ts'
import { paymentHistoryRoutes } from './features/payment-history.ts'
import { payoutsRoutes } from './features/payouts.ts'
import { phonedInRoutes } from './features/phoned-in/routes.ts'
import { dailyReconciliation } from './features/reconciliation/daily.ts'
import { reconciliationStatus } from './features/reconciliation/status.ts'
import { rejectedContactsRoutes } from './features/rejected-contacts.ts'
import { hourSums } from './features/reports/payment-counts.ts'
import { reportsRoutes } from './features/reports/routes.ts'
import { returnRatesRoutes } from './features/return-rates/routes.ts'
import { bankPaymentsWatch } from './features/return-rates/watch.ts'
import { savedMethodRoutes } from './features/saved-methods/routes.ts'
import { scheduledPaymentRoutes } from './features/scheduled-payments.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { signUpRoutes } from './features/sign-up/routes.ts'
import { draftSweep } from './features/stepwise-payments/drafts.ts'
import { stepwiseRoutes } from './features/stepwise-payments/routes.ts'
import { stoppedAddressRoutes } from './features/stopped-addresses.ts'
import { surveyRoutes } from './features/survey.ts'
import { systemStatusRoutes } from './features/system-status/routes.ts'
import { systemWatch } from './features/system-status/watch.ts'
import { textEventRoute } from './features/text-events.ts'
import { userDetailsRoutes } from './features/user-details.ts'
import { validateTenderRoutes } from './features/validate-tender.ts'
import { actorOf, recordAudit } from './foundation/audit.ts'
import { contactDelivery } from './foundation/contact-changes/delivery.ts'
import { HashQueueFull } from './foundation/credentials/hashing.ts'
import { type MaintenanceFlags, maintenanceReader } from './foundation/maintenance.ts'
import { consume, hasAttemptLeft } from './foundation/rate-limits/rate-limits.ts'
import { findSession, openSession } from './foundation/sessions/session.ts'
import { isOfEndedSession } from './foundation/sessions/still-allowed.ts'
import type { Work } from './foundation/work/loop.ts'
import { sweeps } from './foundation/work/sweeps.ts'
import type { Doors } from './http/doors.ts'
import { type Readiness, closeConnectionsWhenStopping, healthRoutes, refuseByWrongClock } from './http/health.ts'
import { describeApi } from './http/openapi.ts'
import { takePolicyReports } from './http/page-watch.ts'
import { securityTextRoute } from './http/security-text.ts'
import { createServer } from './http/server.ts'
import { serveWebApp } from './http/web-app.ts'
import { broadcastWork } from './messages/broadcasts/make-messages.ts'
import { scanWork } from './messages/notifications/find.ts'
import { releaseWork } from './messages/notifications/runs.ts'
import { lostTexts } from './messages/sending/lost-texts.ts'
import { emailDelivery } from './messages/sending/send-emails.ts'
import { notificationLoops } from './messages/sending/send-notifications.ts'
import { watchNotifications } from './messages/views/watch.ts'
import { paperlessWork } from './paperless/compare.ts'
import { pausingAgreements } from './payments/agreements/agreements.ts'
import { makeEngine } from './payments/engine.ts'
import { gatewayEventLoops } from './payments/gateway-events/act-on-events.ts'
import { resolutionLoop } from './payments/manual/check-resolutions.ts'
import { sources } from './payments/notify.ts'
import { cancellationLoop, postingLoop } from './payments/posting/post-to-billing.ts'
import { resolveLoop } from './payments/recovery/resolve-unknown.ts'
import { reversalLoop } from './payments/reversals/send-reversals.ts'
import { autopayLoops } from './payments/run/run.ts'
import { stillStands } from './payments/run/still-stands.ts'
import { methodWork } from './payments/saved-methods/method-work.ts'
import { portalStart } from './portal-start.ts'
import { type Refusal, outage, refuseCommonly } from './refusal.ts'
import { readPageTexts } from './settings/page-texts.ts'
import { readLogo } from './settings/profile.ts'

/**
 * The whole product as one HTTP application: every feature, the API description and the pages. It does not listen yet.
 */
export async function createApp(deps: Deps, readiness: Readiness): Promise<FastifyInstance> {
  const readFlags = maintenanceReader(deps)
  const engine = makeEngine(deps)
  const app = await createServer(deps, doorsTo(deps, readFlags))
  closeConnectionsWhenStopping(app, readiness)
  refuseByWrongClock(app, readiness)
  await describeApi(app, `${deps.profile.name}: customer portal`)

  healthRoutes(app, deps, readiness)
  await takePolicyReports(app, deps)
  maintenanceRoutes(app, deps, readFlags)
  adminSignInRoutes(app, deps)
  adminUsersRoutes(app, deps)
  auditLogRoutes(app, deps)
  customerPasswordRoutes(app, deps)
  reportsRoutes(app, deps)
  exceptionRoutes(app, deps, engine)
  autopayRunRoutes(app, deps)
  importRoutes(app, deps)
  paymentFileRoutes(app, deps)
  newHolderRoutes(app, deps)
  payoutsRoutes(app, deps)
  feesAndCostsRoutes(app, deps)
  returnRatesRoutes(app, deps)
  rejectedContactsRoutes(app, deps)
  notificationRunRoutes(app, deps)
  stoppedAddressRoutes(app, deps)
  customerMessageRoutes(app, deps)
  pageTextsRoutes(app, readPageTexts(deps.profile, deps.config.PROFILE_FILE))
  messagePreviewRoutes(app, deps)
  systemStatusRoutes(app, deps, statusSources)
  broadcastRoutes(app, deps, async () => (await readFlags()).notifications)
  announcementRoutes(app, deps)
  announcementEditingRoutes(app, deps)
  signInRoutes(app, deps)
  notificationRoutes(app, deps, async () => (await readFlags()).notifications)
  paperlessRoutes(app, deps)
  textEventRoute(app, deps)
  emailReportRoute(app, deps, async (email, origin) => await stopByMail(deps, email, origin))
  ownSessionsRoutes(app, deps)
  forgotRoutes(app, deps)
  signUpRoutes(app, deps, async () => (await readFlags()).login)
  editAccountRoutes(app, deps)
  humanCheckRoutes(app, deps)
  payNowRoutes(app, deps)
  const { config, counters } = deps
  const payments = { ...engine, config, counters, isPayNowOff: async () => (await readFlags()).payNow }
  checkoutRoutes(app, payments)
  stepwiseRoutes(app, payments)
  savedMethodRoutes(app, deps, engine)
  scheduledPaymentRoutes(app, deps, engine)
  autopayRoutes(app, deps, engine)
  gatewayEventRoute(app, deps)
  phonedInRoutes(app, deps, engine)
  accountSummaryRoutes(app, deps)
  userDetailsRoutes(app, deps)
  billsRoutes(app, deps)
  billViewRoutes(app, deps)
  paymentHistoryRoutes(app, deps)
  validateTenderRoutes(app, deps)
  surveyRoutes(app, deps)
  helpAndSupportRoutes(app, deps)

  securityTextRoute(app, deps)
  await serveWebApp(
    app,
    deps.config.WEB_FOLDER,
    { profile: deps.profile, logo: readLogo(deps.profile, deps.config.PROFILE_FILE) },
    async (request) => await portalStart(deps, readFlags, request),
  )
  return app
}

/** What other features know of System status. */
const statusSources = [exchangeStatus, reconciliationStatus]

/** Everything that runs in the background of a process with `WORKER=on`. */
export function backgroundWork(deps: Deps): Work[] {
  const engine = makeEngine(deps)
  const readFlags = maintenanceReader(deps)
  return [
    postingLoop(engine),
    resolveLoop(engine),
    reversalLoop(engine),
    resolutionLoop(engine),
    cancellationLoop(engine),
    ...methodWork(engine, pausingAgreements(engine)),
    ...gatewayEventLoops(engine),
    ...autopayLoops(engine),
    importWork(deps),
    draftSweep(deps),
    hourSums(deps),
    dailyReconciliation(deps),
    dailyFinanceSummary(deps),
    openWorkWatch(deps),
    bankPaymentsWatch(deps),
    systemWatch(deps, statusSources),
    emailDelivery(deps, async (email) => await stillStands(engine, email)),
    scanWork({ ...deps, sources }),
    releaseWork(deps),
    ...notificationLoops({ ...deps, sources, isStopped: async () => (await readFlags()).notifications }),
    broadcastWork(deps),
    lostTexts(deps),
    paperlessWork(deps),
    watchNotifications(deps),
    contactDelivery(deps),
    ...sweeps(deps),
  ]
}

function doorsTo(deps: Deps, readFlags: () => Promise<MaintenanceFlags>): Doors {
  return {
    findCaller: async (kind, token, how) => await findSession(deps, kind, token, how),
    async openGuestSession(clientAddress) {
      await consume(deps, 'guestSessionsPerAddress', clientAddress)
      const { id, token } = await openSession(deps, { kind: 'guest' })
      return { caller: { id, kind: 'guest' }, token }
    },
    async recordRefusal(caller, path, origin) {
      if (!(await hasAttemptLeft(deps, 'refusedCallsPerAdmin', String(caller.adminUserId)))) return
      const event = { actor: actorOf(caller), action: 'admin-refused', outcome: 'refused', subject: path } as const
      await recordAudit(deps.db, event, origin, deps.clock.now())
    },
    isSwitchedOff: async (name) => (await readFlags())[name],
    refusalOf,
  }
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof BillingSystemDown) return refuseCommonly('partner-down')
  if (isOfEndedSession(error)) return refuseCommonly('not-signed-in')
  if (error instanceof HashQueueFull) return refuseCommonly('too-many-tries')
  return isUnreachable(error) ? outage : null
}
