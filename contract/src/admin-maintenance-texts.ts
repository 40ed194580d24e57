import { loginMaintenanceMessage, payNowMaintenanceMessage } from './maintenance-texts.ts'

/** Texts of the console's System Maintenance (A§2, A§4, A§8, R16), most of them ours. */
export const adminMaintenanceTexts = {
  lead: 'Each switch takes effect at once, for every customer, in the page and on the server.',
  on: 'On',
  off: 'Off for maintenance',
  updated: 'Updated Successfully!',
  testLogin: 'Admin test login',
  testLoginHelp:
    'Opens the customers’ login in a new tab. It works while Login / Sign Up is off, for testing, and every use is written into the audit log.',
} as const

/** What customers can do now, by switch and flag. */
export const switchEffects = {
  1: {
    0: 'Customers can log in and sign up.',
    1: `Customers cannot log in or sign up. They read: “${loginMaintenanceMessage}”`,
  },
  2: {
    0: 'Customers can pay with Pay Now.',
    1: `Customers cannot use Pay Now. They read: “${payNowMaintenanceMessage}”`,
  },
} as const
