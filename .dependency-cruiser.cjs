/** Who may import whom (CONTRIBUTING.md). `npm test` fails on every import that breaks one of these. */

/** The vocabulary of the contract: knows no call and no feature. */
const words = 'contract/src/(money|dates|ids|text|card|utility|problem|call|maintenance)[.]ts$'
const ours = '^(contract|server|web|e2e|tools)/'
const tests = '[.]test[.]tsx?$|/testing/'
const programs = '^server/src/(main|cli)[.]ts$|^web/src/main[.]tsx$'
const areas = 'customer|pay-now|bill-view|admin'

/** The rooms of the payment engine, bottom up. Each may import those before it, and itself. */
const floorsOfPayments = [
  '(states|schedule)[.]ts',
  'records/',
  '(monitoring|balances|shown-balances|emails|engine)[.]ts',
  'planned/',
  'inquiry/',
  'reversals/',
  'posting/',
  'saved-methods/',
  'charge/',
  '(agreements|schedules)/',
  'run/',
  'recovery/',
  'gateway-events/',
  'manual/',
  'submit/',
]

/** The rooms of messages, bottom up. */
const floorsOfMessages = [
  'language[.]ts',
  'outbox/',
  '(addresses|notifications|broadcasts)/',
  '(reports|choices)/',
  'sending/',
]

/** What an operator decides, bottom up. */
const floorsOfSettings = ['(hosts|nearest)', '(addresses|unknown-names)', 'config', 'messages', 'profile', 'page-texts']

/** The simulation, bottom up: chance, time, what is recorded, the product, the world, who lives in it, what it promises. */
const floorsOfSimulation = [
  '(random|faults|faults-of-autopay|plan)[.]ts',
  '(scheduler|driver|database)[.]ts',
  '(broken-promise|live|records|autopay-records|moves)[.]ts',
  '(product[.]ts|partners/)',
  '(change-modules|safeguards?|safeguards-of-[a-z]+)[.]ts',
  'notifications/',
  'world[.]ts',
  'servers[.]ts',
  '(utility|clerks|payers|customers|summaries)[.]ts',
  '(invariants|dispute-promises|autopay-promises|autopay-told)[.]ts',
  '(report|shrink|run-plan)[.]ts',
  '(workers?|main)[.]ts',
]

/** Forbids importing anything under `to`, except what `except` matches. */
const no = (name, from, to, except, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to, pathNot: except },
})

/** The same, but tests and test fixtures may. */
const noButTests = (name, from, to, except, comment) => ({
  ...no(name, from, to, except, comment),
  from: { path: from, pathNot: tests },
})

/** @param floors bottom up: each may import those before it, and itself */
const downward = (folder, floors, except = '^$') =>
  floors
    .slice(1)
    .map((_, index) =>
      noButTests(
        `${folder.split('/').at(-1)}-import-downward-${index + 1}`,
        `^${folder}/(${floors[index]})`,
        `^${folder}/(${floors.slice(index + 1).join('|')})`,
        except,
        'The rooms, from the bottom up, stand at the head of this file.',
      ),
    )

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'no-undeclared-packages',
      comment: 'A package must stand in the package.json of the workspace that imports it, or in the root one.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: `${tests}|[.]d[.]ts$|[.]config[.]ts$|(^|/)[.]|[.]c?js$` },
      to: {},
    },

    {
      name: 'no-dead-modules',
      comment: 'Product code must be reached from a program, not only from its own test.',
      severity: 'error',
      from: { path: programs },
      to: {
        path: '^(server|web)/src/',
        pathNot: `${programs}|${tests}|[.]d[.]ts$`,
        reachable: false,
      },
    },

    noButTests(
      'product-needs-no-fixtures',
      '^(contract|server|web)/src/',
      '/testing/',
      '^$',
      'What stands in a folder testing is for tests, and the container leaves it out.',
    ),
    no('contract-is-a-leaf', '^contract/', ours, '^contract/'),
    no('server-sees-contract-only', '^server/', ours, '^(server|contract)/'),
    no('web-sees-contract-only', '^web/', ours, '^(web|contract)/'),
    no('tools-see-contract-and-server', '^tools/', ours, '^(tools|server|contract)/'),
    noButTests(
      'partners-know-no-world',
      '^tools/(postgres|demo|gateway-simulator|mail-catcher|text-simulator|simulate)/',
      '^tools/(world|life|run|failures|benches)/',
      '^$',
      'Partners and the simulation stand below world, and what uses a running portal above it.',
    ),
    noButTests('the-world-knows-no-user', '^tools/world/', '^tools/(life|run|failures|benches)/', '^$'),
    noButTests('life-knows-no-user', '^tools/life/', '^tools/(run|failures|benches)/', '^$'),
    no('e2e-sees-contract-and-tools', '^e2e/', ours, '^(e2e|tools|contract)/'),
    no('steps-know-no-states', '^e2e/(steps|browser|world)/', '^e2e/(states|journeys)/', '^$'),
    no('the-visited-world-knows-no-visitor', '^e2e/world/', '^e2e/(steps|browser)/', '^$'),

    no('features-are-islands', '^server/src/features/([^/.]+)', '^server/src/features/', '^server/src/features/$1[/.]'),
    noButTests(
      // But for a layout of billing files: the operator's, beside the profile, and refused with its line as the profile is.
      'features-see-what-is-below',
      '^server/src/features/(?!billing-exchange/layout/layout-file[.]ts$)',
      '^server/',
      '^server/src/((features|paperless|payments|foundation|adapters|database|wording)/|messages/(?!sending/))|^server/src/(deps|clock|caller|metrics|refusal|version)[.]ts$|^server/src/http/route[.]ts$',
    ),
    noButTests(
      'messages-are-below-payments',
      '^server/src/messages/',
      '^server/',
      '^server/src/(messages|foundation|adapters|database|wording)/|^server/src/(deps|clock|caller|metrics)[.]ts$',
    ),
    noButTests(
      'paperless-is-below-features',
      '^server/src/paperless/',
      '^server/',
      '^server/src/((paperless|foundation|adapters|database|wording)/|messages/(language[.]ts|outbox/|addresses/|choices/|notifications/sources[.]ts))|^server/src/(deps|clock|caller)[.]ts$',
    ),
    noButTests(
      'payments-is-below-features',
      '^server/src/payments/',
      '^server/',
      '^server/src/((payments|foundation|adapters|database|wording)/|messages/(language[.]ts|outbox/|notifications/sources[.]ts))|^server/src/(deps|clock|caller|metrics|refusal)[.]ts$',
    ),
    ...downward('server/src/payments', floorsOfPayments, '/testing/'),
    ...downward('server/src/messages', floorsOfMessages),
    ...downward('server/src/settings', floorsOfSettings),
    ...downward('tools/simulate', floorsOfSimulation),
    noButTests(
      'islands-of-messages',
      '^server/src/messages/(addresses|notifications|broadcasts|reports|choices|views)/',
      '^server/src/messages/(addresses|notifications|broadcasts|reports|choices|views)/',
      '^server/src/messages/($1/|addresses/|notifications/)',
    ),
    noButTests(
      'agreements-and-schedules-are-islands',
      '^server/src/payments/(agreements|schedules)/',
      '^server/src/payments/(agreements|schedules)/',
      '^server/src/payments/$1/',
      'What a charge of either needs stands in planned.',
    ),
    noButTests(
      'only-submit-refuses',
      '^server/src/payments/(?!submit/)',
      '^server/src/(http/|refusal[.]ts$)',
      '^$',
      'The engine answers with values. Refusals are made where a request is checked.',
    ),
    noButTests(
      'only-ports-are-public',
      '^server/src/(features/(?!billing-exchange/)|paperless/|messages/|payments/|foundation/)',
      '^server/src/adapters/',
      '/port[.]ts$|/port-[^/]+[.]ts$',
      'Real clients are chosen in wire.ts.',
    ),
    noButTests(
      'the-exchange-serves-the-ledger',
      '^server/src/features/billing-exchange/',
      '^server/src/adapters/',
      '/port[.]ts$|/port-[^/]+[.]ts$|^server/src/adapters/billing-system/ledger/',
      'It fills and empties the tables of the ledger, and exists only beside it.',
    ),
    noButTests(
      'foundation-is-below-features',
      '^server/src/foundation/',
      '^server/',
      '^server/src/(foundation|adapters|database|wording)/|^server/src/(deps|clock|caller|metrics|refusal)[.]ts$',
    ),
    noButTests(
      'adapters-know-no-product',
      '^server/src/adapters/',
      ours,
      '^contract/|^server/src/(adapters|database)/|^server/src/clock[.]ts$',
    ),
    no(
      'adapters-are-islands',
      '^server/src/adapters/([^/]+)/',
      '^server/src/adapters/',
      '^server/src/adapters/($1/|(checked|settings)[.]ts$)',
    ),
    noButTests(
      'gateways-are-islands',
      '^server/src/adapters/payment-gateway/([^/]+)/',
      '^server/src/adapters/payment-gateway/',
      '^server/src/adapters/payment-gateway/($1/|port)',
      'What is said of the wire of one gateway stands in its own folder.',
    ),
    noButTests(
      'http-knows-no-feature',
      '^server/src/http/',
      '^server/',
      '^server/src/(http|settings|foundation)/|^server/src/adapters/payment-gateway/port[.]ts$|^server/src/(deps|clock|caller|metrics|refusal)[.]ts$',
    ),
    noButTests('database-knows-no-product', '^server/src/database/', ours, '^(contract|server/src/database)/'),
    noButTests(
      'wording-knows-no-product',
      '^server/src/wording/',
      ours,
      '^(contract|server/src/wording|server/src/database/tables)/',
      'What can be said, in the words of the profile: below settings, which reads them.',
    ),
    noButTests(
      'settings-know-no-product',
      '^server/src/settings/',
      ours,
      '^(contract|server/src/(settings|wording))/|^server/src/adapters/(settings|payment-gateway/(gateways|port-choice))[.]ts$',
      'The settings of a payment gateway stand in its own folder.',
    ),
    noButTests(
      'installation-knows-no-feature',
      '^server/src/installation/',
      '^server/',
      '^server/src/(installation|foundation|adapters|database|settings)/|^server/src/(deps|clock)[.]ts$',
      'What an operator asks of an installation.',
    ),
    no('nobody-imports-the-top', '^server/src/', '^server/src/(main|cli)[.]ts$', '^$'),

    no('areas-are-islands', `^web/src/(${areas})/`, `^web/src/(${areas})/`, '^web/src/$1/'),
    no(
      'screens-are-islands',
      '^web/src/(customer|admin)/([^/]+)/',
      '^web/src/$1/[^/]+/',
      '^web/src/$1/($2|customer-messages|filters|lists|payments|view-parts)/',
    ),
    noButTests(
      'payment-is-below-areas',
      '^web/src/payment/',
      '^web/',
      '^web/src/(payment|account|api|session|pdf|ui)/|^web/src/paths[.]ts$',
    ),
    no(
      'parts-of-payment-are-islands',
      '^web/src/payment/(accounts-to-pay|card|human-check|receipt)/',
      '^web/src/payment/',
      '^web/src/payment/$1/',
      'They are put together in checkout, sending and result.',
    ),
    noButTests(
      'account-is-below-payment',
      '^web/src/account/',
      '^web/',
      '^web/src/(account|api|session|ui)/|^web/src/paths[.]ts$',
    ),
    noButTests(
      'plumbing-is-below-product',
      '^web/src/(api|session)/',
      '^web/',
      '^web/src/(api|session|ui)/|^web/src/paths[.]ts$',
    ),
    // Of the product what a utility's files look like alone.
    noButTests(
      'pdf-knows-no-product',
      '^web/src/pdf/',
      ours,
      '^web/src/(pdf|ui)/|^web/src/api/portal-start[.]tsx$|^contract/src/(theme|utility)[.]ts$',
    ),
    // Of the product's rules a password's length alone, which stands beside every field that asks for a new one.
    noButTests(
      'ui-knows-no-product',
      '^web/src/ui/',
      ours,
      `^(${words})|^contract/src/(language|(sign-in|input)-texts)[.]ts$|^web/src/ui/`,
    ),
    noButTests(
      'nobody-imports-the-shell',
      '^web/src/(?!shell/)[^/]+/',
      '^web/src/shell/',
      '^$',
      'It stands around the areas.',
    ),
    no('nobody-imports-the-routes', '^web/src/[^/]+/', '^web/src/(main|routes)[.]tsx$', '^$'),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules/(?!@portal/)' },
    exclude: { path: '(^|/)(dist|var)/' },
    combinedDependencies: true,
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
    },
  },
}
