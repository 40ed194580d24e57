import { expect } from '@playwright/test'
import { broadcastStates, broadcastTexts as texts } from '@portal/contract/broadcasts-texts'
import { writeMessage } from '../steps/broadcasts.ts'
import { openConsole } from '../steps/console.ts'
import type { Walk } from './walk.ts'

/** Messages that staff write to customers. */
export const broadcastWalks: readonly Walk[] = [
  {
    name: 'the console, messages to customers',
    async go({ page, world, see }) {
      const writer = await see('console-broadcasts', async () => {
        const admin = await openConsole(page, world, 6, 'broadcasts')
        await expect(page.getByRole('link', { name: texts.write })).toBeVisible()
        return admin
      })
      await see('console-broadcast-errors', async () => {
        await page.getByRole('link', { name: texts.write }).click()
        await page.getByLabel(texts.some).check()
        await page.getByRole('button', { name: texts.save }).click()
        await expect(page.getByText(texts.subjectRequired).first()).toBeVisible()
      })
      const subject = `No water in Tamuning on Saturday, ${writer.username}`
      await page.getByRole('link', { name: 'Cancel' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click()
      await see('console-broadcast-draft', async () => {
        await writeMessage(page, subject)
        await expect(page.getByRole('heading', { name: texts.recipients })).toBeVisible()
      })
      await see('console-broadcast-form', async () => {
        await page.getByRole('link', { name: texts.change }).click()
        await expect(page.getByLabel(texts.subject)).toHaveValue(subject)
      })
      await page.goBack()
      await see('console-broadcast-own', async () => {
        await page.getByRole('button', { name: texts.ask }).click()
        await expect(page.getByText(texts.own)).toBeVisible()
      })
      const { href } = new URL(page.url())
      await see('console-broadcast-approve', async () => {
        await openConsole(page, world, 2)
        await page.goto(href)
        await page.getByRole('button', { name: texts.approve }).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      })
      await see('console-broadcast-sent', async () => {
        await page.getByRole('alertdialog').getByRole('button', { name: texts.approve }).click()
        await expect(page.getByText(broadcastStates.SENT, { exact: true }).first()).toBeVisible({ timeout: 30_000 })
      })
      await see('console-broadcasts-list', async () => {
        await page.goto('/admin-dashboard?view=broadcasts')
        await expect(page.getByRole('link', { name: subject })).toBeVisible()
      })
    },
  },
]
