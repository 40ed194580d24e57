import { expect, type Page } from '@playwright/test'
import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import type { Customer } from '../world/customers.ts'
import type { World } from '../world/world.ts'

/** The code that was mailed last, once the page has asked for one. */
export async function typeMailedCode(page: Page, world: World, { account }: Customer): Promise<void> {
  const codes = async () => {
    const mails = await world.mailsTo(account.email ?? '')
    return mails.flatMap(({ text }) => /^Code: (\d{6})$/m.exec(text)?.[1] ?? [])
  }
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0)
  await page.getByLabel(texts.code).fill((await codes()).at(-1) ?? '')
  await page.getByRole('button', { name: texts.confirm }).click()
  await expect(page.getByText(texts.confirmed.email)).toBeVisible()
}
