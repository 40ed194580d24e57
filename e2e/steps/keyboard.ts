import { type Locator, type Page, expect } from '@playwright/test'
import type { CardForm } from './card-form.ts'
import type { TypedCard } from './cards.ts'

const mostStops = 80

/** On the way, the focus must always be visible. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < mostStops; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => {
      const element = document.activeElement
      // Whatever has the focus in a frame shows it there.
      const isElsewhere = element === document.body || element instanceof HTMLIFrameElement
      return element && !isElsewhere ? getComputedStyle(element).outlineStyle : 'browser'
    })
    expect(outline).not.toBe('none')
  }
  throw new Error(`Not to be reached with Tab: ${String(target)}`)
}

/** With the keyboard alone. */
export async function typeCard(page: Page, form: CardForm, card: TypedCard): Promise<void> {
  const typed = [
    [form.cardNumber, card.number],
    [form.expiry, card.expiry],
    [form.code, card.code],
    [form.holder, card.holder],
  ] as const
  for (const [field, text] of typed) {
    await tabTo(page, field)
    await page.keyboard.type(text)
  }
}
