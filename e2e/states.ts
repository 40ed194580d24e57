import { announcementWalks } from './announcement-states.ts'
import { billViewWalks } from './bill-view-states.ts'
import { consoleWalks } from './console-states.ts'
import { dashboardWalks } from './dashboard-states.ts'
import { editAccountWalks } from './edit-account-states.ts'
import { maintenanceWalks } from './maintenance-states.ts'
import { moneyDeskWalks } from './money-desk-states.ts'
import { payNowWalks } from './pay-now-states.ts'
import { phonedInWalks } from './phoned-in-states.ts'
import { reportsWalks } from './reports-states.ts'
import { signInWalks } from './sign-in-states.ts'
import { signUpWalks } from './sign-up-states.ts'
import { staticPageWalks } from './static-page-states.ts'
import type { Walk } from './walk.ts'

/** Walks through every screen and state of the product: each is checked for accessibility and photographed. */
export const walks: readonly Walk[] = [
  ...staticPageWalks,
  ...payNowWalks,
  ...maintenanceWalks,
  ...signInWalks,
  ...dashboardWalks,
  ...consoleWalks,
  ...reportsWalks,
  ...moneyDeskWalks,
  ...phonedInWalks,
  ...announcementWalks,
  ...signUpWalks,
  ...editAccountWalks,
  ...billViewWalks,
]
