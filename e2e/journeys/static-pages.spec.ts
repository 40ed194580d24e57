import { faqTexts } from '@portal/contract/page-words'
import { expect, onDesktopAndPhone, test } from '../browser/fixtures.ts'

onDesktopAndPhone('the FAQ', () => {
  test('the FAQ opens and closes its sections by keyboard, and Go Back leads home (C§2.9)', async ({ page }) => {
    await page.goto('/faq')
    for (const section of faqTexts.sections)
      await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible()
    const hours = page.getByText('When are your offices open?')
    await expect(hours).toBeHidden()
    await page.locator('summary', { hasText: 'CONTACT US' }).focus()
    await page.keyboard.press('Enter')
    await expect(hours).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Saturday 9:00am-1:00pm')
    await page.keyboard.press('Space')
    await expect(hours).toBeHidden()
    await page.getByRole('link', { name: faqTexts.back }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})

test('terms and privacy are linked at the foot of every page, and can be opened and reloaded by their address', async ({
  page,
}) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Terms and Conditions' }).click()
  await expect(page).toHaveURL(/\/terms-and-conditions$/)
  await expect(page.getByRole('main')).toContainText('Monday to Friday 8:00 a.m.-5:00 p.m.')
  await footer.getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your card' })).toBeVisible()
})
