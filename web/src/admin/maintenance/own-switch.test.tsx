import { readAdminSession } from '@portal/contract/admin-sign-in'
import { adminMaintenanceTexts, switchEffects } from '@portal/contract/console-texts'
import { Instant } from '@portal/contract/dates'
import { readMaintenance, updateMaintenance } from '@portal/contract/maintenance'
import { readAutopaySwitch, readNotificationsSwitch } from '@portal/contract/own-switches'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  server.replies(readMaintenance, [
    { id: 1, flag: 0 },
    { id: 2, flag: 0 },
  ])
  server.replies(readNotificationsSwitch, { flag: 0, changedAt: Instant.parse('2026-12-01T00:00:00.000Z') })
  server.replies(readAutopaySwitch, { flag: 0, changedAt: Instant.parse('2026-12-01T00:00:00.000Z') })
  server.replies(updateMaintenance, { result: 'Success' })
})
afterEach(() => vi.unstubAllGlobals())

const open = (start = {}) =>
  openPortal('/admin-dashboard?view=system-maintenance', {
    signedIn: { customer: false, admin: true },
    savesCards: true,
    ...start,
  })
const theSwitch = async (name = 'AutoPay') => await screen.findByRole('switch', { name })

const texts = adminMaintenanceTexts
test.each([
  [3, 'AutoPay', texts.stopAutoPay, texts.stopAutoPayMeans, texts.stop, texts.start],
  [4, 'Notifications', texts.stopNotifications, texts.stopNotificationsMeans, texts.stopThem, texts.startThem],
] as const)(
  'switch %d, %s, is off after a question, and on again after another',
  async (id, name, asks, means, stop, start) => {
    const user = open()
    await user.click(await theSwitch(name))
    const question = await screen.findByRole('alertdialog', { name: asks })
    expect(within(question).getByText(means)).toBeTruthy()
    expect(server.askedFor(updateMaintenance)).toEqual([])
    await user.click(within(question).getByRole('button', { name: stop }))
    expect(await screen.findAllByText(switchEffects[id][1], { exact: false })).not.toEqual([])
    expect((await theSwitch(name)).getAttribute('aria-checked')).toBe('false')
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await user.click(await theSwitch(name))
    await user.click(await screen.findByRole('button', { name: start }))
    expect(await screen.findAllByText(switchEffects[id][0], { exact: false })).not.toEqual([])
    expect(server.askedFor(updateMaintenance).map(({ body }) => body)).toEqual([
      { id, flag: 1 },
      { id, flag: 0 },
    ])
  },
)

test('whoever thinks better of it changes nothing', async () => {
  const user = open()
  await user.click(await theSwitch())
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('true')
  expect(server.askedFor(updateMaintenance)).toEqual([])
})

test('where the gateway keeps no cards, there is no such switch', async () => {
  open({ savesCards: undefined })
  await waitFor(() => expect(screen.getAllByRole('switch')).toHaveLength(3))
  expect(server.askedFor(readAutopaySwitch)).toEqual([])
})
