import { announcementConsoleTexts } from '@portal/contract/announcement-editing-texts'
import { expect } from '@playwright/test'
import { type Announcements, openAnnouncements } from './announcements.ts'
import type { State } from './state.ts'

/** The tab Announcements in its states. */
export const announcementStates: readonly State[] = [
  { name: 'announcements-text', reach: async (page, world) => void (await openAnnouncements(page, world)) },
  {
    name: 'announcements-media',
    async reach(page, world) {
      const tab = await openAnnouncements(page, world)
      await tab.choose('Image/Video')
      await page.getByRole('button', { name: announcementConsoleTexts.viewContent }).first().click()
      await page.getByRole('checkbox').first().check()
    },
  },
  {
    name: 'announcements-preview',
    async reach(page, world) {
      const tab = await openAnnouncements(page, world)
      await tab.choose('Image/Video')
      await page
        .getByRole('button', { name: /^Preview/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').locator('img')).toBeVisible()
    },
  },
  {
    name: 'announcements-delete',
    async reach(page, world) {
      const tab = await openAnnouncements(page, world)
      await tab.choose('Image/Video')
      await page.getByRole('checkbox').first().check()
      await tab.deleteSelected.click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'announcements-edit',
    async reach(page, world) {
      const tab = await openAnnouncements(page, world)
      await tab.choose('Image/Video')
      await page.getByRole('button', { name: /^Edit/ }).first().click()
      await expect(tab.editor).not.toBeEmpty()
    },
  },
  {
    name: 'announcements-errors',
    async reach(page, world) {
      await addNothing(await openAnnouncements(page, world))
      await expect(page.getByRole('link', { name: announcementConsoleTexts.titleRequired })).toBeVisible()
    },
  },
  {
    name: 'announcements-link',
    async reach(page, world) {
      const tab = await openAnnouncements(page, world)
      await tab.addImageVideo.click()
      await tab.use('Link')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]

async function addNothing(tab: Announcements): Promise<void> {
  await tab.addImageVideo.click()
  await expect(tab.editor).toBeVisible()
  await tab.page.getByRole('button', { name: 'Add', exact: true }).click()
}
