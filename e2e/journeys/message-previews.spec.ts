import { adminConsoleTexts } from '@portal/contract/console-texts'
import { messagePreviewTexts } from '@portal/contract/message-previews'
import { expect, test } from '../browser/fixtures.ts'
import { phone } from '../browser/screens.ts'
import { openConsole, pressInMenu } from '../steps/console.ts'

test('an administrator reads what an email and a text say, on a phone', async ({ page, world }) => {
  await page.setViewportSize(phone)
  await openConsole(page, world, 6)
  await pressInMenu(page, adminConsoleTexts.messagePreviews)
  await page.getByLabel(messagePreviewTexts.message, { exact: true }).selectOption('A bill is past due')
  const email = page.frameLocator('iframe[title="A bill is past due"]')
  await expect(email.getByRole('heading', { name: 'Your bill is past due' })).toBeVisible()
  // Its own style sheet counts: the frame's policy is not the page's.
  await expect(email.getByText('We have not received a payment').first()).toBeHidden()
  const text = page.getByRole('region', { name: messagePreviewTexts.text, exact: true })
  await expect(text).toContainText('Your bill is past due, account ending 7890')
  await expect(text).toContainText('1 part')
})
