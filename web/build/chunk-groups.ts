/** Modules of ours by their path under `web/src`, without what follows the first dot. */
const ours = (...starts: readonly string[]): string => `/web/src/(${starts.join('|')})[.]`
const packages = (...names: readonly string[]): string => `/node_modules/(${names.join('|')})/`

/**
 * Which modules share a file. Without these every module that two pages use becomes a file of its own, some thirty for a page.
 * A module belongs to the first group that takes it, and a group imports only groups above it: files that import each other
 * start in the wrong order.
 */
export const chunkGroups = [
  { name: 'react', test: anyOf(packages('react', 'react-dom', 'scheduler')) },
  {
    // What nearly every page shows: routes, shell, simple controls, and the look of all that pages share. No schemas.
    name: 'page',
    test: anyOf(
      packages(
        '@tanstack/(react-router|router-core|history|react-store|store)',
        'use-sync-external-store',
        'clsx',
        '@mantine/hooks/esm/(use-isomorphic-effect|use-network|use-window-event)',
      ),
      // What the provider needs of it; the rest is only for fields.
      '/@mantine/core/esm/core/(MantineProvider/(?!use-props)|utils/(deep-merge|keys|units-converters)/)',
      '/@mantine/core/styles/',
      'virtual:mantine-variables',
      '/contract/src/(announcements|bill-view|maintenance|pay-now|sign-in)-texts[.]ts',
      '/contract/src/(call|footer|links|paths|popup)[.]ts',
      '/web/src/(shell|account|payment|ui)/[^?]*[.]css',
      '/web/src/shell/',
      ours(
        'paths',
        'session/(hints|leave|popup|portal-start)',
        'ui/(below-header|button|contact-list|countdown|description-list|dialog|error-text|hidden-text|icons|message-page|notice)',
        'ui/(page-heading|spinner|styles|text-button|theme)',
        'payment/problem-notice',
      ),
    ),
  },
  {
    // Fields of forms, and what else the home page shares with some pages.
    name: 'fields',
    test: anyOf(
      packages(
        '@mantine/core/esm/(components|core/(Box|InlineStyles|MantineProvider/use-props|factory|styles-api))',
        '@mantine/core/esm/core/utils/(camel-to-kebab-case|filter-props|get-size|is-number-like|shallow-equal)',
        '@mantine/hooks/esm/(use-id|utils)',
      ),
      ours(
        'ui/(field|password-field)',
        'account/(account-number-field|sample-bill|sample-bill-image)',
        'account/announcements/(announcement-detail|announcement-media|rich-text|use-announcements)',
        'payment/card-marks',
      ),
    ),
  },
  {
    // What it takes to ask the server.
    name: 'calls',
    test: anyOf(packages('zod'), '/contract/src/(dates|ids|money|problem|text)[.]ts', ours('api/[a-z]+')),
  },
  { name: 'queries', test: anyOf(packages('@tanstack/(react-query|query-core)'), ours('session/queries')) },
  {
    name: 'forms',
    test: anyOf(
      packages('@mantine/form', 'fast-deep-equal', 'klona'),
      ours('ui/(use-checked-form|error-summary|form-section|wizard-frame|steps)'),
    ),
  },
]

function anyOf(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|'))
}
