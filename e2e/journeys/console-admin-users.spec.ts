import type { Locator, Page } from '@playwright/test'
import { levelName } from '@portal/contract/admin-levels'
import { adminUsersTexts } from '@portal/contract/admin-users'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { easyPasswordTexts } from '@portal/contract/predictable-password'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { expect, test } from '../browser/fixtures.ts'
import { consoleLogIn, headingOf, openConsole } from '../steps/console.ts'

test.use({ expectedTrouble: /status of 40[01]/ })

function rowOf(page: Page, username: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: username, exact: true }) })
}

/** The number of lines that the text of an element takes. */
async function linesOf(locator: Locator): Promise<number> {
  return await locator.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
}

test('an administrator is added, with every rule, and can log in (A§5)', async ({ page, visitor, world }) => {
  const own = await openConsole(page, world, 1, 'users')
  const taken = await world.administrator(3)
  const form = page.getByRole('region', { name: adminUsersTexts.addUser })
  const add = form.getByRole('button', { name: adminUsersTexts.addUser })
  const summary = form.getByRole('group', { name: 'There is a problem' })
  await add.click()
  for (const message of [
    adminUsersTexts.roleRequired,
    adminUsersTexts.emailRequired,
    adminUsersTexts.usernameRequired,
    credentialTexts.passwordLength,
  ]) {
    await expect(summary).toContainText(message)
  }
  await form.getByLabel('User role').selectOption(levelName(4))
  const longest = `new@${'a.long.name.of.a.domain.'.repeat(9)}example.com`
  await form.getByLabel('Email').fill(longest)
  await form.getByLabel('Username').fill(taken.username.toUpperCase())
  await form.getByLabel('Password', { exact: false }).first().focus()
  await expect(form.getByLabel('Username')).toHaveAccessibleDescription(new RegExp(adminUsersTexts.usernameTaken))
  const username = `${taken.username}.two.`.padEnd(60, 'long')
  await form.getByLabel('Username').fill(username)
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('typhoon-season-2026')
  await form.getByRole('textbox', { name: 'Confirm password' }).fill('typhoon')
  await add.click()
  await expect(summary).toContainText(credentialTexts.passwordLength)
  await expect(summary).toContainText(credentialTexts.passwordsDiffer)
  const [label, beside] = [
    form.getByText('Password', { exact: true }),
    form.getByText('Confirm password', { exact: true }),
  ]
  expect((await label.boundingBox())?.y).toBe((await beside.boundingBox())?.y)
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('typhoon-2026')
  await form.getByRole('textbox', { name: 'Confirm password' }).fill('typhoon-2026')
  await add.click()
  const popup = page.getByRole('alertdialog')
  await expect(popup).toContainText(adminUsersTexts.added)
  await popup.getByRole('button', { name: 'OK' }).click()
  await expect(page.locator(':is(h1,h2):focus')).toBeVisible()
  await expect(rowOf(page, username)).toContainText(levelName(4))
  await expect(rowOf(page, username)).toContainText(longest)
  await page.setViewportSize({ width: 1024, height: 800 })
  expect(await linesOf(rowOf(page, taken.username).getByRole('rowheader'))).toBe(1)
  await expect(rowOf(page, own.username)).toHaveCount(0)
  await expect(form.getByLabel('Username')).toHaveValue('')

  await rowOf(page, username)
    .getByRole('button', { name: `Delete ${username}` })
    .click()
  await expect(popup).toContainText(username)
  expect(await popup.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await popup.getByRole('button', { name: 'Cancel' }).click()

  const guest = await visitor()
  await (await consoleLogIn(guest)).as({ username, password: 'typhoon-2026' })
  await guest.waitForURL(/\/admin-dashboard$/)
  await expect(guest.getByRole('heading', { level: 1, name: credentialTexts.chooseOwn })).toBeVisible()
  await guest.getByRole('textbox', { name: adminConsoleTexts.currentPassword }).fill('typhoon-2026')
  await guest.getByRole('textbox', { name: adminConsoleTexts.password, exact: true }).fill('monsoon-2027')
  await guest.getByRole('textbox', { name: adminConsoleTexts.confirmPassword }).fill('monsoon-2027')
  await guest.getByRole('button', { name: adminConsoleTexts.submit }).click()
  await expect(headingOf(guest, 'reports').or(headingOf(guest, 'password-reset'))).toBeVisible()
})

test("another administrator's password and role are changed (A§2, A§8)", async ({ page, visitor, world }) => {
  const other = await world.administrator(3)
  await openConsole(page, world, 1, 'users')
  const more = rowOf(page, other.username).getByRole('button', { name: `More for ${other.username}` })
  await more.click()
  await page.getByRole('button', { name: adminUsersTexts.changePassword }).click()
  const dialog = page.getByRole('dialog', { name: new RegExp(adminUsersTexts.changePassword) })
  const send = dialog.getByRole('button', { name: adminUsersTexts.changePassword })
  await send.click()
  await expect(dialog.getByText(adminUsersTexts.passwordRequired).first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'New password' }).fill('coral-reef-1')
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill('coral-reef-2')
  await send.click()
  await expect(dialog.getByText(adminUsersTexts.passwordsDiffer.trim()).first()).toBeVisible()
  for (const label of ['New password', 'Confirm password']) {
    await dialog.getByRole('textbox', { name: label }).fill('GWA-2026!')
  }
  await send.click()
  await expect(dialog.getByText(easyPasswordTexts.ofNames).first()).toBeVisible()
  for (const label of ['New password', 'Confirm password']) {
    await dialog.getByRole('textbox', { name: label }).fill('coral-reef-1')
  }
  await send.click()
  const result = page.getByRole('alertdialog')
  await expect(result).toContainText(`${adminUsersTexts.updated}!`)
  await result.getByRole('button', { name: adminConsoleTexts.okay }).click()

  await more.click()
  await page.getByRole('button', { name: adminUsersTexts.changeRole }).click()
  const roles = page.getByRole('dialog', { name: new RegExp(adminUsersTexts.changeRole) })
  await roles.getByRole('button', { name: adminUsersTexts.changeRole }).click()
  await expect(roles.getByText(adminUsersTexts.roleRequired)).toBeVisible()
  await roles.getByLabel('New role').selectOption(levelName(2))
  await roles.getByRole('button', { name: adminUsersTexts.changeRole }).click()
  await expect(result).toContainText(`${adminUsersTexts.updated}!`)
  await result.getByRole('button', { name: adminConsoleTexts.okay }).click()
  await expect(rowOf(page, other.username)).toContainText(levelName(2))

  const guest = await visitor()
  await (await consoleLogIn(guest)).as({ ...other, password: 'coral-reef-1' })
  await guest.waitForURL(/\/admin-dashboard$/)
  await expect(guest.getByText(levelName(2))).toBeVisible()
})

test('select-all and the rows stay in sync; the dialog names who is deleted, and they are logged out at once', async ({
  page,
  visitor,
  world,
}) => {
  const [first, second] = [await world.administrator(5), await world.administrator(6)]
  const victim = await visitor()
  await (await consoleLogIn(victim)).as(first)
  await victim.waitForURL(/\/admin-dashboard$/)

  await openConsole(page, world, 1, 'users')
  const all = page.getByRole('checkbox', { name: /^Select all/ })
  const boxes = page.getByRole('row').getByRole('checkbox')
  await all.check()
  for (const box of await boxes.all()) await expect(box).toBeChecked()
  await boxes.first().uncheck()
  await expect(all).not.toBeChecked()
  await boxes.first().check()
  await expect(all).toBeChecked()
  await all.uncheck()
  for (const { username } of [first, second]) await page.getByRole('checkbox', { name: `Select ${username}` }).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: adminUsersTexts.deleteSelected }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 users?' })
  await expect(dialog).toContainText(first.username)
  await expect(dialog).toContainText(second.username)
  await dialog.getByRole('button', { name: 'Delete 2 users' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(adminUsersTexts.deleted)
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(rowOf(page, first.username)).toHaveCount(0)

  await victim.reload()
  await expect(victim).toHaveURL(/\/gwaadmin$/)
})
