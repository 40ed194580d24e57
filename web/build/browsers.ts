/**
 * The oldest versions in which everything works. The build compiles for them; the page for older browsers and README say
 * them; web/src/supported-browsers.test.ts refuses what is newer. `ids` are MDN's names, `targets` those of the build, which
 * knows Samsung Internet as its Chrome.
 */
export const supportedBrowsers = [
  { name: 'Safari', version: '16.4', ids: ['safari', 'safari_ios'], targets: ['safari', 'ios'] },
  { name: 'Chrome', version: '111', ids: ['chrome', 'chrome_android'], targets: ['chrome'] },
  { name: 'Edge', version: '111', ids: ['edge'], targets: ['edge'] },
  { name: 'Firefox', version: '115', ids: ['firefox', 'firefox_android'], targets: ['firefox'] },
  { name: 'Samsung Internet', version: '23', ids: ['samsunginternet_android'], targets: [] },
] as const

/** Safari's version is that of iOS, too, where every browser is of its engine. */
export const supportedInWords = supportedBrowsers
  .map(({ name, version }) => `${name} ${version}${name === 'Safari' ? ` (iOS ${version})` : ''}`)
  .join(', ')
