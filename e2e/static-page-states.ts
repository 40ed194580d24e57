import { faqTexts } from '@portal/contract/faq-texts'
import { expect } from '@playwright/test'
import type { State } from './state.ts'

/** The pages that only say something. */
export const staticPageStates: readonly State[] = [
  { name: 'faq', reach: async (page) => void (await page.goto('/faq')) },
  {
    name: 'faq-all-open',
    async reach(page) {
      await page.goto('/faq')
      // The first one is open already.
      for (const title of faqTexts.sections.slice(1)) await page.locator('summary', { hasText: title }).click()
      await expect(page.getByText('When are your offices open?')).toBeVisible()
    },
  },
  {
    name: 'terms-and-conditions',
    async reach(page) {
      await page.goto('/terms-and-conditions')
      await expect(page.getByRole('heading', { name: 'Paying by card' })).toBeVisible()
    },
  },
  {
    name: 'privacy-policy',
    async reach(page) {
      await page.goto('/privacy-policy')
      await expect(page.getByRole('heading', { name: 'Your card' })).toBeVisible()
    },
  },
  { name: 'maintenance-page', reach: async (page) => void (await page.goto('/maintenance')) },
]
