import type { Call } from './call.ts'
import { getHumanCheck, rememberHumanCheck } from './human-check.ts'
import { readMaintenance } from './maintenance.ts'
import { validateAccount } from './pay-now.ts'
import { findCheckout, readCheckout, startCheckout } from './payments.ts'
import {
  confirmEmail,
  insertTransactionLogs,
  makePayment,
  payeezy,
  saveOverallPayment,
  savePayment,
  updateOverallPayment,
  updatePayment,
} from './stepwise-payments.ts'

/** Every call of the portal by name: what the OpenAPI description and the generated access tests are made from. */
export const allCalls = {
  readMaintenance,
  getHumanCheck,
  rememberHumanCheck,
  validateAccount,
  startCheckout,
  readCheckout,
  findCheckout,
  saveOverallPayment,
  savePayment,
  payeezy,
  confirmEmail,
  makePayment,
  updateOverallPayment,
  updatePayment,
  insertTransactionLogs,
} as const satisfies Readonly<Record<string, Call>>
