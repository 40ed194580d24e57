import { auditActions, auditLogTexts } from '@portal/contract/audit-log'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { customerPasswordTexts } from '@portal/contract/customer-password'
import { easyPasswordTexts } from '@portal/contract/predictable-password'
import { credentialTexts } from '@portal/contract/sign-in-texts'
import { boxOf } from '../browser/boxes.ts'
import { expect, test } from '../browser/fixtures.ts'
import { desktop, narrow } from '../browser/screens.ts'
import { openConsole } from '../steps/console.ts'
import { sendPasswords } from '../steps/edit-account.ts'
import { lockOut, signIn } from '../steps/sign-in.ts'

test.use({ expectedTrouble: /status of 40[013]/ })

test('a locked customer is found by account number and gets a new password (A§2)', async ({ page, visitor, world }) => {
  const customer = await world.customer()
  await lockOut(page, customer)
  await openConsole(page, world, 4, 'password-reset')
  const number = page.getByLabel('Account number')
  const search = page.getByRole('button', { name: customerPasswordTexts.search, exact: true })
  await search.click()
  await expect(page.getByText(customerPasswordTexts.accountRequired)).toBeVisible()
  await number.fill('9999999999')
  await search.click()
  await expect(page.getByText(`${customerPasswordTexts.notFound} [9999999999]`)).toBeVisible()
  await expect(page.getByText(customerPasswordTexts.empty)).toBeVisible()

  await number.fill(customer.account.number)
  await search.click()
  const results = page.getByRole('table', { name: customerPasswordTexts.searchResults })
  await expect(results.getByRole('cell', { name: customer.username, exact: true })).toBeVisible()
  await page.setViewportSize(narrow)
  const sort = page.getByRole('button', { name: customerPasswordTexts.customerName })
  for (const name of [sort, page.getByRole('rowheader').first()]) {
    expect((await boxOf(name)).width, 'on the narrowest phone no word is broken').toBeGreaterThan(100)
  }
  await sort.click()
  await expect(page.getByRole('columnheader', { name: customerPasswordTexts.customerName })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.setViewportSize(desktop)
  await results.getByRole('button', { name: `Set a new password for ${customer.username}` }).click()
  const dialog = page.getByRole('dialog')
  const field = (label: string) => dialog.getByRole('textbox', { name: label, exact: true })
  await field(customerPasswordTexts.newPassword).fill('short')
  await field(customerPasswordTexts.confirmNewPassword).fill('other')
  await dialog.getByRole('button', { name: customerPasswordTexts.update }).click()
  await expect(dialog.getByText(credentialTexts.passwordLength).first()).toBeVisible()
  await expect(dialog.getByText(credentialTexts.passwordsDiffer).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await results.getByRole('button', { name: `Set a new password for ${customer.username}` }).click()
  await expect(field(customerPasswordTexts.newPassword)).toHaveValue('')
  const choose = async (password: string): Promise<void> => {
    await field(customerPasswordTexts.newPassword).fill(password)
    await field(customerPasswordTexts.confirmNewPassword).fill(password)
    await dialog.getByRole('button', { name: customerPasswordTexts.update }).click()
  }
  await choose('Trust-No-1')
  await expect(field(customerPasswordTexts.newPassword)).toHaveAccessibleDescription(
    new RegExp(easyPasswordTexts.common),
  )
  await choose('calm-lagoon-3')
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText(customerPasswordTexts.updated)
  await told.getByRole('button', { name: adminConsoleTexts.okay }).click()
  await expect(told).toHaveCount(0)

  const emails = async (): Promise<string> => JSON.stringify(await world.mailsTo(customer.account.email ?? ''))
  await expect.poll(emails).toContain('Customer service set a new password')
  expect(await emails()).not.toContain('calm-lagoon-3')

  const guest = await visitor()
  await signIn(guest, { ...customer, password: 'calm-lagoon-3' })
  await expect(guest.getByRole('heading', { level: 1, name: credentialTexts.chooseOwn })).toBeVisible()
  await expect(guest.getByText(credentialTexts.whyChooseOwn)).toBeVisible()
  await guest.goto('/dashboard?view=bills')
  await sendPasswords(guest, { now: 'calm-lagoon-3', next: 'calm-lagoon-3' })
  await expect(guest.getByText(credentialTexts.anotherPassword).first()).toBeVisible()
  await sendPasswords(guest, { now: 'calm-lagoon-3', next: 'reef-lantern-4' })
  await expect(guest.getByRole('alertdialog')).toContainText(credentialTexts.passwordUpdated)
  await guest.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'My Bills' })).toBeVisible()
  await expect(guest).toHaveURL(/view=bills$/)

  const boss = await visitor()
  await openConsole(boss, world, 1, 'audit-log')
  await boss.getByLabel(auditLogTexts.action).selectOption(auditActions['customer-password-reset'])
  await boss.getByRole('button', { name: auditLogTexts.search, exact: true }).click()
  await expect(boss.getByRole('row').filter({ hasText: auditActions['customer-password-reset'] }).first()).toBeVisible()
})
