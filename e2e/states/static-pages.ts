import { expect } from '@playwright/test'
import { faqTexts } from '@portal/contract/page-words'
import type { Walk } from './walk.ts'

export const staticPageWalks: readonly Walk[] = [
  {
    name: 'pages that only say something',
    async go({ page, see }) {
      await see('not-found', () => page.goto('/no-such-page'))
      await see('maintenance-page', () => page.goto('/maintenance'))
      await see('faq', () => page.goto('/faq'))
      await see('faq-all-open', async () => {
        // The first one is open already.
        for (const title of faqTexts.sections.slice(1)) await page.locator('summary', { hasText: title }).click()
        await expect(page.getByText('When are your offices open?')).toBeVisible()
      })
      const footer = page.getByRole('contentinfo')
      const colors = footer.getByRole('combobox', { name: 'Colors' })
      await see('faq-dark-chosen', async () => colors.selectOption('Dark'))
      await colors.selectOption('Like the device')
      await see('terms-and-conditions', async () => {
        await footer.getByRole('link', { name: 'Terms and Conditions' }).click()
        await expect(page.getByRole('heading', { name: 'Paying by card' })).toBeVisible()
      })
      await see('privacy-policy', async () => {
        await footer.getByRole('link', { name: 'Privacy Policy' }).click()
        await expect(page.getByRole('heading', { name: 'Your card' })).toBeVisible()
      })
    },
  },
]
