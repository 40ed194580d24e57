import { type Locator, type Page, expect } from '@playwright/test'
import { announcementConsoleTexts } from '@portal/contract/announcement-editing'
import type { World } from '../world/world.ts'
import { openConsole } from './console.ts'

/** The tab as an administrator of the announcement group uses it. */
export interface Announcements {
  page: Page
  addText: Locator
  addImageVideo: Locator
  deleteSelected: Locator
  title: Locator
  /** The field in which the content is written. */
  editor: Locator
  file: Locator
  code: Locator
  choose(tab: 'System Pop up' | 'Image/Video'): Promise<void>
  row(title: string): Locator
  use(tool: string): Promise<void>
  /** Closes the popup that confirms it, too. */
  save(button: 'Add' | 'Update', message: string): Promise<void>
  acknowledge(message: string): Promise<void>
}

export const embedCode = '<iframe src="https://player.vimeo.com/video/76979871" allowfullscreen></iframe>'

/** As a new administrator of the announcement group. */
export async function openAnnouncements(page: Page, world: World): Promise<Announcements> {
  await openConsole(page, world, 6, 'announcements')
  return await announcementsOn(page)
}

export async function announcementsOn(page: Page): Promise<Announcements> {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const tab: Announcements = {
    page,
    addText: button(announcementConsoleTexts.addText),
    addImageVideo: button(announcementConsoleTexts.addImageVideo),
    deleteSelected: button(announcementConsoleTexts.deleteSelected),
    title: page.getByRole('textbox', { name: 'Title' }),
    editor: page.getByRole('textbox', { name: 'Content' }),
    file: page.locator('input[type=file]'),
    code: page.getByRole('textbox', { name: /mbed code$/ }),
    choose: async (name) => await page.getByRole('tab', { name }).click(),
    row: (title) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) }),
    use: async (tool) => await page.getByRole('toolbar').getByRole('button', { name: tool, exact: true }).click(),
    async save(name, message) {
      await button(name).click()
      await tab.acknowledge(message)
    },
    async acknowledge(message) {
      const popup = page.getByRole('alertdialog').filter({ hasText: message })
      await expect(popup).toBeVisible()
      await popup.getByRole('button', { name: 'OK' }).click()
      await expect(popup).toBeHidden()
    },
  }
  await expect(page.getByRole('tablist')).toBeVisible()
  await expect(page.getByText('Loading announcements')).toBeHidden()
  return tab
}

/** The quickest announcement to make. */
export async function addVideo(tab: Announcements, title: string): Promise<void> {
  await tab.addImageVideo.click()
  await tab.title.fill(title)
  await tab.page.getByRole('radio', { name: 'Video' }).check()
  await tab.code.fill(embedCode)
  await tab.editor.fill(`Words of ${title}`)
  await tab.save('Add', announcementConsoleTexts.added)
}

export async function deleteAnnouncement(tab: Announcements, title: string): Promise<void> {
  await tab.row(title).getByRole('checkbox').check()
  await tab.deleteSelected.click()
  const dialog = tab.page.getByRole('alertdialog')
  await expect(dialog).toContainText(title)
  await dialog.getByRole('button', { name: 'Delete 1 announcement' }).click()
  await tab.acknowledge(announcementConsoleTexts.deleted)
}

/** As a word processor or a web page puts HTML on the clipboard. */
export async function pasteHtml(editor: Locator, html: string): Promise<void> {
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    clipboardData.setData('text/plain', 'pasted')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}
