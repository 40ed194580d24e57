/**
 * Every call that the specification names, in its order; a part of a path that differs from call to call is `{id}`. The
 * zip validation has no path there (C§7): R10 gives it one.
 */
export const specifiedCalls = [
  // A§7, admin
  'POST /api/v1/login',
  'GET /api/v1/roles',
  'GET /api/v1/users',
  'POST /api/v1/check-admin-username',
  'POST /api/v1/insert-admin',
  'POST /api/v1/delete-admin',
  'POST /api/v1/update-password',
  'POST /api/v1/update-role',
  'POST /api/v1/update-admin-password',
  'POST /api/v1/password-reset',
  'POST /api/v1/search-web-user',
  'GET /api/v1/system-maintenance',
  'POST /api/v1/system-maintenance-update',
  // A§7, announcements
  'GET /api/v1/announcements',
  'POST /api/v1/insert-announcement-without',
  'POST /api/v1/insert-announcement',
  'POST /api/v1/update-content-announcement',
  'POST /api/v1/update-content-with-announcement',
  'POST /api/v1/update-flag-announcement',
  'POST /api/v1/delete-announcement',
  // A§7, reports
  'GET /api/v1/transactions',
  'POST /api/v1/search-transaction',
  'GET /api/v1/get-individual/{id}',
  'POST /api/v1/search-transaction-logs',
  'POST /api/v1/user-payment-history',
  'POST /api/v1/user-payment-history-ccb',
  // A§7 and C§7, payment
  'POST /api/v1/save-overall-payment',
  'POST /api/v1/save-payment',
  'POST /api/v1/payeezy',
  'POST /api/v1/confirm-email',
  'POST /api/v1/make-payment',
  'POST /api/v1/update-overall-payment',
  'POST /api/v1/update-payment',
  'POST /api/v1/insert-transaction-logs',
  // A§7 and C§7, dashboard host
  'POST /api/v1/validate',
  'POST /api/v1/user-latest-bill',
  'POST /api/v1/my-bills-list',
  'POST /api/v1/user-consumption-chart',
  'POST /api/v1/user-details',
  'POST /api/v1/view-bill',
  // C§7, account and session
  'POST /api/v1/check-account-number',
  'POST /api/v1/check-username',
  'POST /api/v1/other-details',
  'POST /api/v1/premise-info',
  'POST /api/v1/validate-zip',
  'POST /api/v1/sign-up-user',
  'GET /api/v1/get-security-questions',
  'POST /api/v1/user-login',
  'POST /api/v1/forgot-password',
  'POST /api/v1/send-email-forgot-password',
  'POST /api/v1/forgot-username',
  'POST /api/v1/send-email-forgot-username',
  'GET /api/v1/announcements-front',
  // C§7, dashboard
  'POST /api/v1/user-details-edit-account',
  'GET /api/v1/get-country',
  'POST /api/v1/update-user-details',
  'POST /api/v1/update-user-password',
  'POST /api/v1/payment-history',
  'GET /api/v1/get-list-survey',
  'POST /api-v1/submit-survey',
  'POST /api/v1/help-and-support',
  // C§7, Pay Now
  'POST /api/v1/validate-account',
] as const

/** Which of the specified calls have not been made. */
export function callsLeftOut(made: readonly { call: string }[]): string[] {
  const names = new Set(made.map(({ call }) => call.replace(/\/\d+$/, '/{id}')))
  return specifiedCalls.filter((call) => !names.has(call))
}
