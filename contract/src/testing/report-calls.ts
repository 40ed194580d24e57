import { askForRefund, readAskedRefund } from '../asked-refunds.ts'
import { listAutopayExceptions, markAutopaySeen } from '../autopay-exceptions.ts'
import { listHeldCharges, readAutopayRun } from '../autopay-run.ts'
import { listCustomerMessages, repeatMessage } from '../customer-messages.ts'
import { listDiscrepancies, resolveDiscrepancy } from '../discrepancies.ts'
import { countExceptions } from '../exception-count.ts'
import { actOnPayment, decideApprovalRequest, findPayment, listExceptions, readException } from '../exceptions.ts'
import { readFeesAndCosts } from '../fees-and-costs.ts'
import { listNewHolders, undoNewHolder } from '../new-holders.ts'
import {
  decideNotificationRun,
  exportNotificationTotals,
  readNotificationRuns,
  readNotificationTotals,
  readRunExample,
} from '../notification-runs.ts'
import {
  cancelForPayer,
  readBillingPayments,
  readIndividualPayments,
  readWebPayments,
  searchTransactionLogs,
  sendReceipt,
} from '../one-payment.ts'
import {
  downloadPaymentFile,
  listPaymentFiles,
  listPaymentsToReverse,
  markPaymentFileLoaded,
  markPaymentFileNotLoaded,
  markReversed,
} from '../payment-files.ts'
import { exportPayouts, listPayouts, readPayout } from '../payouts.ts'
import { listRejectedContacts, settleRejectedContact } from '../rejected-contacts.ts'
import { exportTransactions } from '../report-export.ts'
import { readTransactions, searchTransactions } from '../reports.ts'
import { readReturnRates } from '../return-rates.ts'
import { exportStoppedAddresses, listStoppedAddresses, listTextReplies } from '../stopped-addresses.ts'

/** What staff read of payments and messages, and do about them. */
export const reportCalls = {
  readTransactions,
  searchTransactions,
  exportTransactions,
  readIndividualPayments,
  searchTransactionLogs,
  readWebPayments,
  readBillingPayments,
  sendReceipt,
  cancelForPayer,
  countExceptions,
  listExceptions,
  listDiscrepancies,
  readException,
  findPayment,
  actOnPayment,
  decideApprovalRequest,
  readAskedRefund,
  askForRefund,
  resolveDiscrepancy,
  listPaymentFiles,
  downloadPaymentFile,
  markPaymentFileLoaded,
  markPaymentFileNotLoaded,
  listPaymentsToReverse,
  markReversed,
  listPayouts,
  exportPayouts,
  readPayout,
  readFeesAndCosts,
  readReturnRates,
  listAutopayExceptions,
  markAutopaySeen,
  readAutopayRun,
  listHeldCharges,
  readNotificationRuns,
  readRunExample,
  decideNotificationRun,
  readNotificationTotals,
  exportNotificationTotals,
  listStoppedAddresses,
  exportStoppedAddresses,
  listTextReplies,
  listCustomerMessages,
  repeatMessage,
  listRejectedContacts,
  settleRejectedContact,
  listNewHolders,
  undoNewHolder,
} as const
