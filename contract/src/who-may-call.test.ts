import { describe, expect, test } from 'vitest'
import type { Access, Call } from './call.ts'
import { allCalls } from './testing/all-calls.ts'

/**
 * Who may make each call (A§6, C§6), repeated here on purpose, so that a test fails when a call is opened to other
 * people.
 */
const callsOf: readonly (readonly [string, Access, string])[] = [
  [
    'anybody, without a session',
    'anyone',
    `adminLogin adminLogout userLogin logout checkPasswordLink setPassword readMaintenance readAnnouncementsFront
    readPageText listCountries listSecurityQuestions viewLinkedBill readLinkedBillImage readStop stopNotifications`,
  ],
  [
    'visitors, by a guest session: forgotten names and passwords, enrollment, finding an account to pay, and a payment by its link',
    'guest',
    `forgotPassword forgotUsername sendEmailForgotPassword sendEmailForgotUsername checkAccountNumber checkUsername
    validateZip signUpUser validateAccount`,
  ],
  [
    'whoever proves to be human, and whoever enrols or looks up what is theirs',
    'visitor',
    'continueCheckout readCheckout verifyBankAccount cancelBankPayment getHumanCheck rememberHumanCheck readOtherDetails readPremiseInfo',
  ],
  [
    'whoever pays',
    'payer',
    `startCheckout findCheckout validateTender readAccountToPay saveOverallPayment savePayment payeezy
    confirmEmail makePayment updateOverallPayment updatePayment insertTransactionLogs`,
  ],
  [
    'customers',
    'customer',
    `readSession keepSession updateUserPassword readDetailsToEdit updateUserDetails listSurvey submitSurvey
    submitSurveyAsSpelt sendTicket listSavedMethods beginSaving finishSaving verifySaving dropSaving renameMethod makeDefaultMethod removeMethod
    listScheduledPayments schedulePayment changeScheduledPayment cancelScheduledPayment
    listUnverifiedPayments listAutopay readAgreementWords acceptAutopay changeAutopay endAutopay resumeAutopay readAgreed readNotifications
    chooseNotification chooseAmounts chooseLanguage sendTestMessage sendProof proveAddress listSentNotifications readPaperless
    choosePaperless`,
  ],
  [
    'customers, and administrators who take payments by phone',
    { customerOrAdmin: [1, 3, 5] },
    'readAccountSummary readUserDetails readLatestBill listBills readConsumption viewBill readBillImage readPaymentHistory',
  ],
  ['customers and all administrators', { customerOrAdmin: [1, 2, 3, 4, 5, 6] }, 'listOwnSessions endOwnSession'],
  [
    'all administrators',
    { admin: [1, 2, 3, 4, 5, 6] },
    'readAdminSession keepAdminSession updateAdminPassword beginSecondFactor confirmSecondFactor',
  ],
  [
    'super admins: the tab Users, and the audit log',
    { admin: [1] },
    `readRoles readAdminUsers checkAdminUsername insertAdmin deleteAdmin updateAdminUserPassword updateAdminRole renameAdmin
    readAuditLog`,
  ],
  [
    'the tab System Maintenance, its test login (R6), System status and Imports',
    { admin: [1, 2] },
    `updateMaintenance readAutopaySwitch readNotificationsSwitch backdoorLogin readSystemStatus readImports
    listImportRuns uploadImportFile startImport checkImportAgain dropImport goLiveWithImport undoImport listNewHolders undoNewHolder`,
  ],
  [
    'the tab Announcements',
    { admin: [1, 2, 6] },
    `readAnnouncements insertTextAnnouncement insertAnnouncement updateAnnouncement replaceAnnouncement showAnnouncement
    deleteAnnouncement readMessagePreviews viewMessagePreview listBroadcasts readBroadcastOptions readBroadcast
    viewBroadcastEmail countRecipients saveBroadcast moveBroadcast testBroadcast`,
  ],
  [
    'the tab Reports',
    { admin: [1, 2, 3, 4, 5] },
    `readTransactions searchTransactions exportTransactions readIndividualPayments searchTransactionLogs readWebPayments
    readBillingPayments sendReceipt`,
  ],
  [
    'whoever looks after the money',
    { admin: [1, 3] },
    `countExceptions listExceptions listDiscrepancies readException findPayment actOnPayment decideApprovalRequest
    resolveDiscrepancy listPaymentFiles downloadPaymentFile markPaymentFileLoaded
    markPaymentFileNotLoaded listPaymentsToReverse markReversed listPayouts readPayout exportPayouts listAutopayExceptions markAutopaySeen readAutopayRun
    listHeldCharges readNotificationRuns readRunExample decideNotificationRun readNotificationTotals
    exportNotificationTotals readFeesAndCosts readReturnRates`,
  ],
  ['who cancels a bank payment for its payer', { admin: [1, 3, 4, 5] }, 'cancelForPayer'],
  ['clerks, who ask finance for a refund', { admin: [4, 5] }, 'readAskedRefund askForRefund'],
  ['the tab Phoned In', { admin: [1, 3, 5] }, 'searchPhonedInAccounts pauseCallersAutopay resumeCallersAutopay'],
  [
    'the tab Password Reset',
    { admin: [1, 4, 5] },
    `searchWebUser resetCustomerPassword listRejectedContacts settleRejectedContact listStoppedAddresses listTextReplies
    exportStoppedAddresses listPaperlessTrouble returnToPaper`,
  ],
  ['the tabs Phoned In and Password Reset', { admin: [1, 3, 4, 5] }, 'listCustomerMessages repeatMessage'],
]

/**
 * Which calls each switch stops (R16), and which calls pages make by themselves and so keep no idle session alive
 * (C§4).
 */
const switched = {
  login: 'userLogin checkAccountNumber checkUsername validateZip signUpUser',
  payNow: 'validateAccount',
}
const passive = `readSession readAdminSession readCheckout findCheckout readAccountToPay countExceptions readAccountSummary
  searchPhonedInAccounts readBroadcast readImports`

/** What somebody may call before choosing another password than the one that somebody else has set. */
const forGivenPassword = `readSession keepSession updateUserPassword readAdminSession keepAdminSession
  updateAdminPassword`

const calls = Object.entries<Call>(allCalls)
const namesOf = (list: string): string[] => list.trim().split(/\s+/).toSorted()
const namesWhere = (isMeant: (call: Call) => boolean): string[] =>
  calls.flatMap(([name, call]) => (isMeant(call) ? [name] : [])).toSorted()

describe.each(callsOf)('the calls of %s', (_, access, names) => {
  test.each(namesOf(names))('%s', (name) => {
    expect(calls.find(([each]) => each === name)?.[1].access).toEqual(access)
  })
})

test('are all calls that exist', () => {
  expect(callsOf.flatMap(([, , names]) => namesOf(names)).toSorted()).toEqual(namesWhere(() => true))
})

test.each(['login', 'payNow'] as const)('the switch %s stops its own calls and no other', (name) => {
  expect(namesWhere((call) => call.switch === name)).toEqual(namesOf(switched[name]))
})

test('only calls that pages make by themselves do not keep an idle session alive', () => {
  expect(namesWhere((call) => call.isPassive === true)).toEqual(namesOf(passive))
})

test('only what leads to another password opens with one that somebody else has set', () => {
  expect(namesWhere((call) => call.isForGivenPassword === true)).toEqual(namesOf(forGivenPassword))
})
