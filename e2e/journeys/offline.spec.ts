import { openDashboard } from '../dashboard.ts'
import { expect, test } from '../fixtures.ts'

test.use({ expectedTrouble: /ERR_INTERNET_DISCONNECTED/ })

test('a view that is opened without a network comes with the network; the portal stays', async ({ page, world }) => {
  await openDashboard(page, await world.customer())
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Survey' }).first().click()
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
  await expect(page).toHaveURL(/view=survey/)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Survey' })).toBeVisible()
  await expect(page.getByLabel(/Question 1 of 10/)).toBeVisible()
})
