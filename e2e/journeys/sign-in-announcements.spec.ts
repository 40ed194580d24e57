import { expect, test } from '../browser/fixtures.ts'
import { phone } from '../browser/screens.ts'

test.describe('the announcements of the login page', () => {
  test.use({ viewport: phone, hasTouch: true })
  test('are moved, read whole and played', async ({ page }) => {
    const asked: string[] = []
    await page.route(/youtube-nocookie/, async (route) => {
      asked.push(route.request().url())
      await route.fulfill({ contentType: 'text/html', body: '<title>A film</title>' })
    })
    await page.goto('/')

    await test.step('an image is there in a size that fits, and its place before it', async () => {
      const image = page.locator('main img').first()
      await expect(image).toHaveJSProperty('complete', true)
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(300)
      await expect(image).toHaveAttribute('fetchpriority', 'high')
    })

    await test.step('Read More opens the whole announcement and gives the focus back', async () => {
      const more = page.getByRole('button', { name: /^Read More/ }).first()
      await more.click()
      const dialog = page.getByRole('dialog', { name: /flushing water mains/ })
      await expect(dialog.getByRole('link', { name: '671-555-0111' })).toHaveAttribute('href', 'tel:671-555-0111')
      await page.keyboard.press('Escape')
      await expect(more).toBeFocused()
    })

    const slider = page.getByRole('group', { name: 'News and announcements' })
    const play = slider.getByRole('button', { name: /Play the video/ })
    await test.step('they are moved by buttons, say where one is, and have not moved by themselves', async () => {
      await expect(slider.getByRole('status')).toHaveText(/1 of 4/)
      await slider.getByRole('button', { name: 'Next announcement' }).click()
      await expect(slider.getByRole('status')).toHaveText(/2 of 4/)
      await expect(slider.getByRole('heading').nth(1)).toBeInViewport()
      await expect(slider.getByRole('heading').first()).not.toBeInViewport()
      await slider.getByRole('button', { name: 'Previous announcement' }).click()
      await slider.getByRole('button', { name: 'Previous announcement' }).click()
      await expect(slider.getByRole('status')).toHaveText(/4 of 4/)
      await expect(play).toBeInViewport()
    })

    await test.step('a film runs in a sandboxed frame from a host of the profile, after Play was pressed', async () => {
      expect(asked).toEqual([])
      await play.click()
      const frame = page.locator('iframe')
      await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation')
      await expect.poll(() => asked).toHaveLength(1)
    })
  })
})
