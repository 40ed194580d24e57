import { createMemoryHistory } from '@tanstack/react-router'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testStart } from '#testing/data.ts'
import { noFilters, readReportAddress, reportAddress } from './admin/reports/report-address.ts'
import { createPortalRouter } from './routes.tsx'

/** The username that the page reads from the address of a search for it. */
function usernameOpened(username: string): string {
  const { parseSearch, stringifySearch } = createPortalRouter(testStart).options
  const address = reportAddress({ ...readReportAddress({}), filters: { ...noFilters, username } })
  return readReportAddress(parseSearch(stringifySearch({ view: 'reports', ...address }))).filters.username
}

test.each([
  ['a zero in front', '0123456789'],
  ['an exponent', '1e5'],
  ['a zero at the end', '1.50'],
  ['more digits than a number holds', '12345678901234567890'],
  ['words of JSON', 'null'],
  ['other words of JSON', 'true'],
  ['quotation marks', '"maria"'],
  ['the marks of addresses', 'a&b=c#d+e %20/ü'],
])('a typed text is restored exactly from an address: with %s', (_what, typed) => {
  expect(usernameOpened(typed)).toBe(typed)
})

test('so does everything else people type', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
      (typed) => {
        expect(usernameOpened(typed)).toBe(typed)
      },
    ),
  )
})

test.each([
  ['/admin-dashboard?view=nonsense', {}],
  ['/admin-dashboard?view=reports&mode=Online', { view: 'reports', mode: 'Online' }],
  ['/dashboard?view=nonsense&page=1&other=x', {}],
  ['/dashboard?view=bills&account=nonsense', { view: 'bills' }],
  ['/paynow?step=9', {}],
  ['/paynow?session=true', { session: true }],
  ['/payment-result?session=true&by=customer', { by: 'customer', session: true }],
])('given %s, then its page is told %o: what it does not know never gets to it', (address, told) => {
  const router = createPortalRouter(testStart)
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) })
  const page = router.matchRoutes(router.latestLocation).at(-1)
  expect(page?.search).toEqual(told)
})
