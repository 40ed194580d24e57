import { loginMaintenanceMessage, payNowMaintenanceMessage } from './maintenance-texts.ts'

/** Texts of the console's System Maintenance (A§2, A§4, A§8, R16), most of them ours. */
export const adminMaintenanceTexts = {
  lead: 'Each switch takes effect immediately for all customers.',
  on: 'On',
  off: 'Off for maintenance',
  updated: 'Updated Successfully!',
  testLogin: 'Admin test login',
  testLoginHelp:
    'Opens the customer login in a new tab for testing. It works even while Login / Sign Up is off. Every use is recorded in the audit log.',
} as const

/** What customers can do now, by switch and flag. */
export const switchEffects = {
  1: {
    0: 'Customers can log in and register.',
    1: `Customers can’t log in or register. They see: “${loginMaintenanceMessage}”`,
  },
  2: {
    0: 'Customers can pay with Pay Now.',
    1: `Customers can’t use Pay Now. They see: “${payNowMaintenanceMessage}”`,
  },
} as const
