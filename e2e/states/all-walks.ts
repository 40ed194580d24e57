import { announcementWalks } from './announcements.ts'
import { bankPaymentWalks } from './bank-payments.ts'
import { billViewWalks } from './bill-view.ts'
import { broadcastWalks } from './broadcasts.ts'
import { consoleMessageWalks } from './console-messages.ts'
import { consoleWalks } from './console.ts'
import { dashboardWalks } from './dashboard.ts'
import { editAccountWalks } from './edit-account.ts'
import { exceptionWalks } from './exceptions.ts'
import { maintenanceWalks } from './maintenance.ts'
import { notificationWalks } from './notifications.ts'
import { payNowWalks } from './pay-now.ts'
import { paymentMethodsWalks } from './payment-methods.ts'
import { phonedInWalks } from './phoned-in.ts'
import { reportsWalks } from './reports.ts'
import { signInWalks } from './sign-in.ts'
import { signUpWalks } from './sign-up.ts'
import { staticPageWalks } from './static-pages.ts'
import type { Walk } from './walk.ts'

/** Every screen and state of the product: each is checked for accessibility and photographed. */
export const walks: readonly Walk[] = [
  ...staticPageWalks,
  ...payNowWalks,
  ...maintenanceWalks,
  ...signInWalks,
  ...dashboardWalks,
  ...notificationWalks,
  ...paymentMethodsWalks,
  ...bankPaymentWalks,
  ...consoleWalks,
  ...consoleMessageWalks,
  ...broadcastWalks,
  ...reportsWalks,
  ...exceptionWalks,
  ...phonedInWalks,
  ...announcementWalks,
  ...signUpWalks,
  ...editAccountWalks,
  ...billViewWalks,
]
