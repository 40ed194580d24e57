import { expect } from '@playwright/test'
import { announcementConsoleTexts } from '@portal/contract/announcement-editing'
import { openAnnouncements } from '../steps/announcements.ts'
import { closeDialog, type Walk } from './walk.ts'

export const announcementWalks: readonly Walk[] = [
  {
    name: 'the console, announcements',
    async go({ page, world, see }) {
      const tab = await see('announcements-text', () => openAnnouncements(page, world))
      await see('announcements-media', async () => {
        await tab.choose('Image/Video')
        await page.getByRole('button', { name: announcementConsoleTexts.viewContent }).first().click()
        await page.getByRole('checkbox').first().check()
      })
      await see('announcements-delete', async () => {
        await tab.deleteSelected.click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      })
      await closeDialog(page)
      await see('announcements-preview', async () => {
        await page
          .getByRole('button', { name: /^Preview/ })
          .first()
          .click()
        await expect(page.getByRole('dialog').locator('img')).toBeVisible()
      })
      await closeDialog(page)
      await see('announcements-edit', async () => {
        await page.getByRole('button', { name: /^Edit/ }).first().click()
        await expect(tab.editor).not.toBeEmpty()
      })
      await page.getByRole('button', { name: 'Cancel' }).click()
      await see('announcements-edit-video', async () => {
        await page
          .getByRole('listitem')
          .filter({ hasText: 'Video ·' })
          .getByRole('button', { name: /^Edit/ })
          .first()
          .click()
        await expect(page.getByRole('button', { name: /^Play the video/ })).toBeVisible()
      })
      await page.getByRole('button', { name: 'Cancel' }).click()
      await see('announcements-link', async () => {
        await tab.addImageVideo.click()
        await tab.use('Link')
        await expect(page.getByRole('dialog')).toBeVisible()
      })
      await closeDialog(page)
      await see('announcements-errors', async () => {
        await page.getByRole('button', { name: 'Add', exact: true }).click()
        await expect(page.getByRole('link', { name: announcementConsoleTexts.titleRequired })).toBeVisible()
      })
    },
  },
]
