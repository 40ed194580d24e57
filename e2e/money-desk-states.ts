import { moneyDeskTexts, paymentMoves } from '@portal/contract/money-desk-texts'
import { expect } from '@playwright/test'
import { openConsole } from './console.ts'
import { askedBack, openDesk, waiting } from './money-desk.ts'
import type { State } from './state.ts'

/** Every state of Payments needing attention. */
export const moneyDeskStates: readonly State[] = [
  {
    name: 'money-desk',
    async reach(page, world) {
      const { receipt } = await askedBack(page, world)
      await openDesk(page, world, 1)
      await expect(waiting(page).getByRole('row').filter({ hasText: receipt })).toBeVisible()
    },
  },
  {
    name: 'money-desk-find-errors',
    async reach(page, world) {
      await openDesk(page, world, 3)
      await page.getByRole('button', { name: moneyDeskTexts.findTitle }).click()
      await page.getByRole('button', { name: moneyDeskTexts.find, exact: true }).click()
      await expect(page.getByText(moneyDeskTexts.receipt)).toBeVisible()
    },
  },
  {
    name: 'money-desk-payment',
    async reach(page, world) {
      const { id } = await askedBack(page, world)
      await openConsole(page, world, 1, `reports&part=attention&payment=${id}`)
      await expect(page.getByRole('button', { name: moneyDeskTexts.approve })).toBeVisible()
      await expect(page.getByText('The card was charged')).toBeVisible()
    },
  },
  {
    name: 'money-desk-approve',
    async reach(page, world) {
      const { id } = await askedBack(page, world)
      await openConsole(page, world, 1, `reports&part=attention&payment=${id}`)
      await page.getByRole('button', { name: moneyDeskTexts.approve }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'money-desk-reject-errors',
    async reach(page, world) {
      const { id } = await askedBack(page, world)
      await openConsole(page, world, 1, `reports&part=attention&payment=${id}`)
      await page.getByRole('button', { name: moneyDeskTexts.reject }).click()
      await page.getByRole('dialog').getByRole('button', { name: moneyDeskTexts.reject, exact: true }).click()
      await expect(page.getByText(moneyDeskTexts.reason)).toBeVisible()
    },
  },
  {
    name: 'money-desk-failed',
    async reach(page, world) {
      const { id } = await askedBack(page, world)
      await page.goto(`${world.url}/admin-dashboard?view=reports&part=attention&payment=${id}`)
      await page.getByRole('button', { name: moneyDeskTexts.takeBack }).click()
      await page.getByRole('dialog').getByLabel(moneyDeskTexts.why).fill('asked by mistake')
      await page.context().setOffline(true)
      await page.getByRole('dialog').getByRole('button', { name: moneyDeskTexts.takeBack, exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'money-desk-no-such-payment',
    async reach(page, world) {
      await openConsole(page, world, 3, 'reports&part=attention&payment=987654321')
      await expect(page.getByRole('alert')).toContainText('There is no such payment.')
      await expect(page.getByText(paymentMoves.askGiveBack)).toBeHidden()
    },
  },
]
