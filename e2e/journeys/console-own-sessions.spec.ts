import { auditActions } from '@portal/contract/audit-log'
import { ownSessionsTexts } from '@portal/contract/own-sessions'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { expect, test } from '../browser/fixtures.ts'
import { logInByCall, openConsole, pressInMenu } from '../steps/console.ts'
import { signInByCall } from '../steps/sign-in.ts'

test.use({ expectedTrouble: /status of 401/ })

test('an administrator sees where they are logged in, and ends the other browser, which goes to the login page', async ({
  page,
  world,
  visitor,
}) => {
  const admin = await openConsole(page, world, 1)
  const elsewhere = await visitor()
  await logInByCall(elsewhere, world, admin)
  await elsewhere.goto('/admin-dashboard?view=users')
  await expect(elsewhere.getByText(`Hello, ${admin.username}`)).toBeVisible()
  // Logged in as a customer in the same browser, which is not a session of the administrator's.
  await signInByCall(page, await world.customer())

  await pressInMenu(page, ownSessionsTexts.title)
  const heading = page.getByRole('heading', { level: 1, name: ownSessionsTexts.title })
  await expect(heading).toBeFocused()
  const sessions = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Chrome on / }) })
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText(ownSessionsTexts.thisBrowser)
  await page.keyboard.press('Tab')
  await expect(sessions.last().getByRole('button', { name: ownSessionsTexts.end })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Current password/)).toBeFocused()
  await page.keyboard.type('wrong-pass-1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(signInTexts.wrongCurrentPassword)).toBeVisible()
  await page.getByLabel(/^Current password/).fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(ownSessionsTexts.ended)).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await expect(heading).toBeFocused()

  await elsewhere.getByRole('link', { name: 'Reports' }).click()
  await expect(elsewhere).toHaveURL(/\/gwaadmin$/)
  await expect(elsewhere.getByRole('alert')).toHaveText(signInTexts.forcedLogout)

  await page.goto('/admin-dashboard?view=audit-log')
  const entry = page.getByRole('row').filter({ hasText: admin.username }).first()
  await expect(entry).toContainText(auditActions['admin-session-ended'])
  await expect(entry).toContainText(/Chrome on /)
})
