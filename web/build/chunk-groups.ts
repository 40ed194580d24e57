/** Matches our own modules by their paths under `web/src`, up to the first dot. */
const ours = (...starts: readonly string[]): string => `/web/src/(${starts.join('|')})[.]`
const packages = (...names: readonly string[]): string => `/node_modules/(${names.join('|')})/`

/**
 * Which modules share a file. Without groups, every module that two pages use would become a file of its own, some
 * thirty per page. A module belongs to the first group that matches it, and a group may only import groups above it:
 * files that import each other would start in the wrong order.
 */
export const chunkGroups = [
  { name: 'react', test: anyOf(packages('react', 'react-dom', 'scheduler')) },
  {
    // What nearly every page shows: the routes, the shell, simple controls, and the styles of everything shared. No
    // schemas.
    name: 'page',
    test: anyOf(
      packages('@tanstack/(react-router|router-core|history|react-store|store)', 'use-sync-external-store'),
      // The loader of other files.
      'vite/preload-helper',
      '/contract/src/(announcements|bill-view|console|pay-now|sign-in)-texts[.]ts',
      '/contract/src/(admin-levels|call|language|links|page-words|paths|text|theme)[.]ts',
      // Few people look at the list of their sessions, or change their password.
      '/web/src/(shell|account(?!/own-)|api|payment|ui)/[^?]*[.]css',
      '/web/src/customer/dashboard/dashboard[.]module',
      '/web/src/shell/',
      ours(
        'paths',
        'payment/(accounts-to-pay/typed-account|sending/stored-result)',
        'session/(leaving/leave|popup|session-guard|storage)',
        'ui/(button/button|icons|overlay/dialog|page/(message-page|page-heading))',
        'ui/(focus|styles|table/table|text/(?!format)[a-z-]+|waiting/(countdown|online))',
        'api/(portal-start|problem-notice)',
      ),
    ),
  },
  {
    // Forms, and everything else that the home page shares with only some pages.
    name: 'forms',
    test: anyOf(
      ours(
        'ui/form/(checkbox-field|digits-input|error-summary|field|fields|password-field|use-checked-form|use-form)',
        'ui/page/(steps|wizard-frame)',
        'session/leaving/use-forced-logout',
        'account/(bill-fields|log-in-form|sample-bill)',
        'account/announcements/(announcement|rich-text|use-announcements)',
        'api/use-closed',
        'payment/card/card-marks',
      ),
    ),
  },
  {
    // Everything needed to call the server.
    name: 'calls',
    test: anyOf(
      packages('zod'),
      '/contract/src/(credentials|dates|email|ids|input-texts|money|predictable-password|problem)[.]ts',
      ours('api/(?!queries)[a-z]+', 'ui/text/format', 'ui/form/(check-by-schema|rule)'),
    ),
  },
  {
    // What all pages behind a login share: whose session it is, and how it ends.
    name: 'signed-in',
    test: anyOf(
      '/contract/src/(own-sessions|sign-in)[.]ts',
      ours('session/(leaving/(sign-out|to-log-in)|reload-page)', 'ui/(overlay/menu|table/paging|waiting/loading)'),
    ),
  },
  {
    // Loaded after the page: nobody is idle in the first seconds.
    name: 'idle',
    test: anyOf(ours('session/((customer|live)-session|idle/[a-z-]+)')),
  },
  {
    // What every card payment needs before and after the card form.
    name: 'payment',
    test: anyOf(
      '/contract/src/(account-summary|card|checkout|human-check|maintenance|pay-now|payments)[.]ts',
      ours(
        'payment/accounts-to-pay/cannot-pay-reason',
        'payment/human-check/(human-check|use-human-check)',
        'payment/sending/(payment-memory|payments-elsewhere|unanswered-first)',
        'ui/form/money-input',
        'account/due-date',
      ),
    ),
  },
  {
    // What paying several accounts needs before the card form, for customers and clerks; in the console only that tab
    // loads it.
    name: 'checkout',
    test: anyOf(
      ours(
        'payment/accounts-to-pay/(amount-to-pay|order)',
        'payment/checkout/checkout-control',
        'account/(contact-items|service-location)',
        'ui/overlay/toggletip',
      ),
    ),
  },
  { name: 'queries', test: anyOf(packages('@tanstack/(react-query|query-core)'), ours('api/queries')) },
  {
    // Shared by the console's views.
    name: 'admin',
    test: anyOf(
      '/contract/src/(admin-sign-in|exception-count)[.]ts',
      '/web/src/admin/(console|filters|payments|view-parts)/[^/?]*[.]css',
      ours(
        'admin/console-view',
        'admin/(filters|view-parts)/(?!show-more)[a-z-]+',
        'admin/payments/exception-count',
        'session/(console-session|leaving/leave-console)',
      ),
    ),
  },
  {
    // What the console shows of payments.
    name: 'payments-of-staff',
    test: anyOf(
      '/contract/src/(one-payment|payment-history)[.]ts',
      ours('admin/payments/(account-history|payment-parts)'),
    ),
  },
  {
    // The fields that customers fill in when they enroll and when they edit their details.
    name: 'details',
    test: anyOf(
      '/contract/src/(contact|countries|edit-account|sign-up|sign-up-payload)[.]ts',
      ours('account/contact-fields'),
    ),
  },
]

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'))
}
