import { readAccountSummary, readUserDetails } from '../account-summary.ts'
import {
  adminLogin,
  adminLogout,
  beginSecondFactor,
  confirmSecondFactor,
  keepAdminSession,
  readAdminSession,
  updateAdminPassword,
} from '../admin-sign-in.ts'
import {
  checkAdminUsername,
  deleteAdmin,
  insertAdmin,
  readAdminUsers,
  readRoles,
  renameAdmin,
  updateAdminRole,
  updateAdminUserPassword,
} from '../admin-users.ts'
import {
  deleteAnnouncement,
  insertAnnouncement,
  insertTextAnnouncement,
  readAnnouncements,
  replaceAnnouncement,
  showAnnouncement,
  updateAnnouncement,
} from '../announcement-editing.ts'
import { readAnnouncementsFront } from '../announcements.ts'
import { readAuditLog } from '../audit-log.ts'
import {
  acceptAutopay,
  changeAutopay,
  endAutopay,
  listAutopay,
  readAgreed,
  readAgreementWords,
  resumeAutopay,
} from '../autopay.ts'
import { cancelBankPayment, listUnverifiedPayments, verifyBankAccount } from '../bank-payments.ts'
import { viewBill, viewLinkedBill } from '../bill-view.ts'
import { listBills, readConsumption, readLatestBill } from '../bills.ts'
import {
  countRecipients,
  listBroadcasts,
  moveBroadcast,
  readBroadcast,
  readBroadcastOptions,
  saveBroadcast,
  testBroadcast,
  viewBroadcastEmail,
} from '../broadcasts.ts'
import type { Call } from '../call.ts'
import { continueCheckout, findCheckout, readCheckout, startCheckout } from '../checkout.ts'
import { resetCustomerPassword, searchWebUser } from '../customer-password.ts'
import { listCountries, readDetailsToEdit, updateUserDetails } from '../edit-account.ts'
import {
  checkPasswordLink,
  forgotPassword,
  forgotUsername,
  sendEmailForgotPassword,
  sendEmailForgotUsername,
  setPassword,
} from '../forgot.ts'
import { sendTicket } from '../help-and-support.ts'
import { getHumanCheck, rememberHumanCheck } from '../human-check.ts'
import { readMaintenance, updateMaintenance } from '../maintenance.ts'
import { readMessagePreviews, viewMessagePreview } from '../message-previews.ts'
import {
  chooseAmounts,
  chooseLanguage,
  chooseNotification,
  proveAddress,
  readNotifications,
  sendProof,
  sendTestMessage,
} from '../notifications.ts'
import { endOwnSession, listOwnSessions } from '../own-sessions.ts'
import { readAutopaySwitch, readNotificationsSwitch } from '../own-switches.ts'
import { readPageText } from '../page-texts.ts'
import { listPaperlessTrouble, returnToPaper } from '../paperless-trouble.ts'
import { choosePaperless, readPaperless } from '../paperless.ts'
import { readAccountToPay, validateAccount, validateTender } from '../pay-now.ts'
import { readPaymentHistory } from '../payment-history.ts'
import { pauseCallersAutopay, resumeCallersAutopay, searchPhonedInAccounts } from '../phoned-in.ts'
import {
  beginSaving,
  dropSaving,
  finishSaving,
  listSavedMethods,
  makeDefaultMethod,
  removeMethod,
  renameMethod,
  verifySaving,
} from '../saved-methods.ts'
import {
  cancelScheduledPayment,
  changeScheduledPayment,
  listScheduledPayments,
  schedulePayment,
} from '../scheduled-payments.ts'
import { listSentNotifications, readStop, stopNotifications } from '../sent-notifications.ts'
import { backdoorLogin, keepSession, logout, readSession, updateUserPassword, userLogin } from '../sign-in.ts'
import {
  checkAccountNumber,
  checkUsername,
  listSecurityQuestions,
  readOtherDetails,
  readPremiseInfo,
  signUpUser,
  validateZip,
} from '../sign-up.ts'
import {
  confirmEmail,
  insertTransactionLogs,
  makePayment,
  payeezy,
  saveOverallPayment,
  savePayment,
  updateOverallPayment,
  updatePayment,
} from '../stepwise-payments.ts'
import { listSurvey, submitSurvey, submitSurveyAsSpelt } from '../survey.ts'
import { readSystemStatus } from '../system-status.ts'
import { reportCalls } from './report-calls.ts'

/** For tests that check all calls; the OpenAPI description is made from the routes instead. */
export const allCalls = {
  ...reportCalls,
  readNotifications,
  chooseNotification,
  chooseAmounts,
  chooseLanguage,
  sendTestMessage,
  sendProof,
  proveAddress,
  listSentNotifications,
  readStop,
  stopNotifications,
  adminLogin,
  adminLogout,
  readAdminSession,
  keepAdminSession,
  updateAdminPassword,
  beginSecondFactor,
  confirmSecondFactor,
  readRoles,
  readAdminUsers,
  checkAdminUsername,
  insertAdmin,
  deleteAdmin,
  updateAdminUserPassword,
  updateAdminRole,
  renameAdmin,
  readAuditLog,
  readPaperless,
  choosePaperless,
  listPaperlessTrouble,
  returnToPaper,
  searchWebUser,
  resetCustomerPassword,
  updateMaintenance,
  readMaintenance,
  readAutopaySwitch,
  readNotificationsSwitch,
  readMessagePreviews,
  viewMessagePreview,
  readSystemStatus,
  listBroadcasts,
  readBroadcastOptions,
  readBroadcast,
  viewBroadcastEmail,
  countRecipients,
  saveBroadcast,
  moveBroadcast,
  testBroadcast,
  readAnnouncementsFront,
  readAnnouncements,
  insertTextAnnouncement,
  insertAnnouncement,
  updateAnnouncement,
  replaceAnnouncement,
  showAnnouncement,
  deleteAnnouncement,
  readPageText,
  getHumanCheck,
  rememberHumanCheck,
  validateAccount,
  readAccountToPay,
  startCheckout,
  readCheckout,
  continueCheckout,
  verifyBankAccount,
  cancelBankPayment,
  listUnverifiedPayments,
  findCheckout,
  saveOverallPayment,
  savePayment,
  payeezy,
  confirmEmail,
  makePayment,
  updateOverallPayment,
  updatePayment,
  insertTransactionLogs,
  userLogin,
  backdoorLogin,
  logout,
  readSession,
  keepSession,
  updateUserPassword,
  forgotPassword,
  sendEmailForgotPassword,
  forgotUsername,
  sendEmailForgotUsername,
  checkPasswordLink,
  setPassword,
  searchPhonedInAccounts,
  pauseCallersAutopay,
  resumeCallersAutopay,
  readAccountSummary,
  readUserDetails,
  readLatestBill,
  listBills,
  readConsumption,
  viewBill,
  viewLinkedBill,
  readPaymentHistory,
  validateTender,
  listSurvey,
  submitSurvey,
  submitSurveyAsSpelt,
  sendTicket,
  checkAccountNumber,
  readOtherDetails,
  readPremiseInfo,
  validateZip,
  checkUsername,
  listSecurityQuestions,
  signUpUser,
  readDetailsToEdit,
  listCountries,
  updateUserDetails,
  listOwnSessions,
  endOwnSession,
  listSavedMethods,
  beginSaving,
  finishSaving,
  verifySaving,
  dropSaving,
  renameMethod,
  makeDefaultMethod,
  removeMethod,
  listScheduledPayments,
  schedulePayment,
  changeScheduledPayment,
  cancelScheduledPayment,
  listAutopay,
  readAgreementWords,
  acceptAutopay,
  changeAutopay,
  endAutopay,
  resumeAutopay,
  readAgreed,
} as const satisfies Readonly<Record<string, Call>>
