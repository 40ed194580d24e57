import { readAdminSession } from '@portal/contract/admin-sign-in'
import { addressOfPage } from '@portal/contract/paths'
import { foreignWordsIn, mainland, onTheMainland } from '@portal/contract/testing/mainland'
import { UtilityProfile } from '@portal/contract/utility'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'
import { pages } from '../build/pages.ts'
import { customerServer, twoAccounts } from './customer/dashboard/testing/dashboard.ts'

const profile = UtilityProfile.parse(mainland)

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
})

const opened = pages.flatMap(({ path, audience, views = {} }) =>
  ['', ...Object.keys(views)].map((view) => ({
    address: `${addressOfPage(path, profile.consolePath)}${view && `?view=${view}`}`,
    audience,
  })),
)

test.each(opened)(
  '$address of a mainland utility has no word of the default profile',
  async ({ address, audience }) => {
    const [customer, admin] = [audience === 'customer', audience === 'administrator']
    const server = customer ? customerServer(twoAccounts) : testServer()
    if (admin) server.replies(readAdminSession, testAdmin())
    server.says(onTheMainland)
    openPortal(address, { profile, signedIn: { customer, admin } })
    await screen.findAllByRole('heading', { level: 1 })
    await server.settles()
    expect(said().length).toBeGreaterThan(60)
    expect(foreignWordsIn(said())).toEqual([])
    expect(location.pathname).not.toBe('/gwaadmin')
  },
)

/** Texts, names and addresses of what is on the page, without the list of all states. */
function said(): string {
  const parts = [...document.body.querySelectorAll('*')].filter((each) => !each.closest('option, script, style'))
  const named = ['aria-label', 'alt', 'title', 'placeholder', 'href', 'src', 'value']
  return [
    document.title,
    ...parts.flatMap((each) => named.map((name) => each.getAttribute(name) ?? '')),
    ...parts.flatMap(({ childNodes }) =>
      [...childNodes].map(({ nodeType, nodeValue }) => (nodeType === 3 ? nodeValue : '')),
    ),
  ].join('\n')
}
