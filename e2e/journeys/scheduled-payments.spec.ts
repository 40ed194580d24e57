import type { Locator } from '@playwright/test'
import { daysAfter, formatDate } from '@portal/contract/dates'
import { savedMethodTexts } from '@portal/contract/saved-methods'
import { listScheduledPayments, scheduledPaymentTexts as texts } from '@portal/contract/scheduled-payments'
import { violations } from '../browser/axe.ts'
import { expect } from '../browser/fixtures.ts'
import { pageIsGoodWhenNarrow } from '../browser/good-page.ts'
import { saveMethod, stripeCards, test, typeCard } from '../browser/stripe.ts'
import { openDashboard } from '../steps/dashboard.ts'

test.describe.configure({ mode: 'default' })

/** By the keyboard alone. */
async function press(control: Locator): Promise<void> {
  await control.focus()
  await control.press('Enter')
}

test('a customer puts off a payment in the form that pays, and finds it among the scheduled ones', async ({
  page,
  world,
}) => {
  const customer = await world.customer('oneOfSeveral')
  const dashboard = await openDashboard(page, customer)
  await dashboard.view('view=payment-methods')
  await page.getByRole('button', { name: savedMethodTexts.add }).click()
  await typeCard(page, stripeCards.good)
  await saveMethod(page)
  await expect(page.getByText(savedMethodTexts.added)).toBeVisible()
  await page.getByRole('link', { name: 'Account Summary' }).click()
  await dashboard.makePayment(customer.account.number)
  await dashboard.typeAmount(customer.account.number, '12.34')
  const form = await dashboard.checkOut()
  await form.getByRole('radio', { name: texts.payNow }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(dashboard.payButton).toBeHidden()
  const listed = await page.request.get(new URL(listScheduledPayments.path, page.url()).href)
  const { today } = listScheduledPayments.reply.parse(await listed.json())
  await form.getByLabel(texts.date).fill(daysAfter(today, 10))
  const day = formatDate(daysAfter(today, 10))
  await expect(form.getByText(`On ${day} we will charge $12.34 to Visa ending in 4242.`)).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await press(form.getByRole('button', { name: texts.scheduleThis }))
  const done = page.getByRole('dialog', { name: texts.isScheduled })
  await expect(done.getByText(`On ${day} we will charge $12.34 to Visa ending in 4242.`)).toBeVisible()
  await pageIsGoodWhenNarrow(page)
  await press(done.getByRole('link', { name: texts.see }))
  await expect(page.getByRole('heading', { name: `${day} · $12.34` })).toBeVisible()
  expect(await world.owed(customer.account)).toBe(customer.account.owed)
  await expect
    .poll(async () => (await world.mailsTo(customer.account.email ?? '')).map(({ subject }) => subject).join())
    .toContain('Your payment is scheduled')
})

test('a customer schedules a payment, changes it, and cancels it, by keyboard', async ({ page, world }) => {
  const customer = await world.customer('oneOfSeveral')
  await openDashboard(page, customer)
  await page.getByRole('link', { name: savedMethodTexts.title }).click()
  const section = page.getByRole('region', { name: texts.title })
  await expect(section.getByText(texts.needsCard)).toBeVisible()
  await page.getByRole('button', { name: savedMethodTexts.add }).click()
  await typeCard(page, stripeCards.good)
  await page.getByLabel(savedMethodTexts.name).fill('Household')
  await pageIsGoodWhenNarrow(page)
  await saveMethod(page)
  await expect(page.getByText(savedMethodTexts.added)).toBeVisible()

  const listed = await page.request.get(new URL(listScheduledPayments.path, page.url()).href)
  const { today } = listScheduledPayments.reply.parse(await listed.json())
  await press(section.getByRole('button', { name: texts.schedule }))
  const dialog = page.getByRole('dialog', { name: texts.schedule })
  await dialog.getByLabel(texts.date).fill(daysAfter(today, 10))
  await dialog.getByLabel(/^Amount for account/).fill('25.00')
  await pageIsGoodWhenNarrow(page)
  await press(dialog.getByRole('button', { name: texts.scheduleThis }))
  await expect(section.getByText(texts.scheduled)).toBeVisible()
  const day = formatDate(daysAfter(today, 10))
  await expect(section.getByRole('heading', { name: `${day} · $25.00` })).toBeVisible()
  await pageIsGoodWhenNarrow(page)

  await press(section.getByRole('button', { name: /^Change/ }))
  const change = page.getByRole('dialog', { name: texts.changeTitle })
  await change.getByLabel(texts.date).fill(daysAfter(today, 12))
  await press(change.getByRole('button', { name: texts.save }))
  await expect(section.getByText(texts.changed)).toBeVisible()
  const later = formatDate(daysAfter(today, 12))
  await expect(section.getByRole('heading', { name: `${later} · $25.00` })).toBeVisible()

  await press(section.getByRole('button', { name: /^Cancel payment/ }))
  const question = page.getByRole('alertdialog', { name: texts.cancelTitle })
  expect(await violations(page)).toEqual([])
  await press(question.getByRole('button', { name: texts.cancel }))
  await expect(section.getByText(texts.canceled)).toBeVisible()
  await expect(section.getByText(texts.none)).toBeVisible()
  expect(await world.owed(customer.account)).toBe(customer.account.owed)
})
