/** What visitors read while Pay Now is switched off. */
export const payNowMaintenanceMessage =
  'Pay Now is down for maintenance. Try again later, or call customer service to pay.'

/** What customers read while login and sign-up are switched off (R16). */
export const loginMaintenanceMessage = 'Login is down for maintenance. Try again later, or call customer service.'
