/** Matches our own modules by their paths under `web/src`, up to the first dot. */
const ours = (...starts: readonly string[]): string => `/web/src/(${starts.join('|')})[.]`

/**
 * Which modules share a file. Without groups, every module that two pages use would become a file of its own, some
 * thirty per page. A module belongs to the first group that matches it, and a group may only import groups above it:
 * files that import each other would start in the wrong order.
 */
export const chunkGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    // What nearly every page shows: the routes, the shell, simple controls, and the styles of everything shared. No
    // schemas.
    name: 'page',
    test: anyOf(
      '/node_modules/(@tanstack/(react-router|router-core|history|react-store|store)|use-sync-external-store)/',
      // The loader of other files.
      'vite/preload-helper',
      '/contract/src/(announcements|bill-view|console|pay-now|sign-in)-texts[.]ts',
      '/contract/src/(account-shape|admin-levels|billing-data|call|language|links|page-words|paths|proof|text|theme)[.]ts',
      // Few people look at the list of their sessions, or change their password.
      '/web/src/(shell|account(?!/own-)|api|payment|ui)/[^?]*[.]css',
      ours(
        'shell/[a-z-/]+|paths|customer/dashboard/dashboard[.]module|payment/(accounts-to-pay/typed-account|sending/stored-result)',
        'session/(leaving/leave|popup|session-guard|storage)|api/(portal-start|problem-notice)',
        'ui/(button/button|form/filled-by-programs|icons|overlay/dialog|page/(message-page|page-heading)|focus|styles|table/table)',
        'ui/(text/(?!format)[a-z-]+|waiting/(countdown|online))',
      ),
    ),
  },
  {
    // Forms, and everything else that the home page shares with only some pages.
    name: 'forms',
    test: anyOf(
      ours(
        'ui/form/(?!rule|money-input|filled-by-programs)[a-z-]+|ui/page/(steps|wizard-frame)|api/use-closed',
        'session/leaving/use-forced-logout|account/(bill-fields|log-in-form|sample-bill)',
        'account/announcements/(announcement|rich-text|use-announcements)|payment/card/card-marks',
      ),
    ),
  },
  {
    // Everything needed to call the server.
    name: 'calls',
    test: anyOf(
      '/node_modules/zod/',
      '/contract/src/(card-brands|credentials|dates|email|fees|ids|input-texts|money|owed|predictable-password|problem)[.]ts',
      ours('api/(?!queries)[a-z]+|ui/text/format|ui/form/rule'),
    ),
  },
  {
    name: 'session',
    test: anyOf(
      '/contract/src/(own-sessions|sign-in)[.]ts',
      ours(
        'session/(?!console-session|leaving/leave-console)[a-z-/]+',
        'ui/(overlay/menu|table/paging|waiting/loading)',
      ),
    ),
  },
  {
    name: 'payment',
    test: anyOf(
      '/contract/src/(account-summary|bank-accounts|card|checkout|human-check|maintenance|pay-now|payments)[.]ts',
      ours(
        'payment/(accounts-to-pay/cannot-pay-reason|card/card-frame|human-check/(human-check|use-human-check)|sending/(payment-memory|payments-elsewhere|unanswered-first))',
        'ui/form/money-input|account/due-date',
      ),
    ),
  },
  { name: 'payment-records', test: anyOf('/contract/src/(one-payment|payment-history)[.]ts') },
  { name: 'queries', test: anyOf('/node_modules/@tanstack/(react-query|query-core)/', ours('api/queries')) },
  {
    name: 'admin',
    test: anyOf(
      '/contract/src/(admin-sign-in|exception-count)[.]ts',
      ours(
        'admin/(console-view|payments/exception-count|(filters|view-parts)/[a-z-]+)|session/(console-session|leaving/leave-console)',
      ),
    ),
  },
  { name: 'lists', test: anyOf(ours('admin/lists/[a-z-]+')) },
]

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'))
}
