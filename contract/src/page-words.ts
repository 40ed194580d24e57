export const payNowMaintenanceMessage =
  'Pay Now is down for maintenance. Try again later, or call customer service to pay.'

/** While login and sign-up are switched off (R16). */
export const loginMaintenanceMessage = 'Login is down for maintenance. Try again later, or call customer service.'

/** C§2.9, C§8. */
export const faqTexts = {
  title: 'Frequently Asked Questions',
  sections: ['User Registration', 'Logging In', 'Using the portal', 'CONTACT US'],
  back: 'Go Back',
  lockedOut: 'You have exceeded the maximum number of failed login attempts.',
} as const

/** Ours, for browsers that refuse the cookies (R5). */
export const cookieTexts = {
  notSent: 'Your browser did not send our cookie back. Allow cookies for this site, then reload the page.',
} as const

/** C§9. */
export const rightsReserved = 'All Rights Reserved © {year} {utility}'

/** danger = Error, warning = Caution, otherwise Success (C§2.10). */
export const popupTitles = { danger: 'Error', warning: 'Caution', success: 'Success' } as const
export type PopupKind = keyof typeof popupTitles

export const popupOk = 'OK'

export const popupOffline =
  'You’re offline. Do not pay again. When you’re back online, this page will show the result of your payment.'

/** C§2.5, also on the links that lead there. */
export const editAccountTitle = 'Edit Account'
