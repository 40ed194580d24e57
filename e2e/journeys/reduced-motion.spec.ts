import { expect, test } from '../browser/fixtures.ts'
import { phone } from '../browser/screens.ts'

declare global {
  /** How many transitions have begun. */
  var transitions: number
}

// Every journey asks for less motion (playwright.config.ts).
test('for a visitor who asked for less motion, nothing moves: neither changes of colors nor of the window', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Log In', exact: true })).toBeVisible()
  await page.evaluate(() => {
    globalThis.transitions = 0
    document.addEventListener('transitionrun', () => (globalThis.transitions += 1))
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize(phone)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await page.evaluate(() => globalThis.transitions)).toBe(0)
  const scrolling = () => [...document.querySelectorAll('*')].map((each) => getComputedStyle(each).scrollBehavior)
  expect(new Set(await page.evaluate(scrolling))).toEqual(new Set(['auto']))
})
