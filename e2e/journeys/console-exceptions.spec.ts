import { consoleTabNames, reportPartNames } from '@portal/contract/admin-levels'
import { decideApprovalRequest, listExceptions } from '@portal/contract/exceptions'
import {
  actionExplanations,
  exceptionActions,
  exceptionReasons,
  exceptionsTexts,
} from '@portal/contract/exceptions-texts'
import { expect, test } from '../browser/fixtures.ts'
import { logInByCall, openConsole } from '../steps/console.ts'
import { listedPayments, openExceptions, refundReason, refundRequested, unknownPayment } from '../steps/exceptions.ts'
import { payByCall } from '../world/payments.ts'

test('finance requests a refund, and it is made when a second person has approved it', async ({
  page,
  visitor,
  world,
}) => {
  test.slow()
  const paid = await payByCall(world, [await world.account('owing')])
  const receipt = paid.checkout.receiptNumber ?? ''
  await openExceptions(page, world, 3)
  await page.getByRole('button', { name: exceptionsTexts.findTitle }).click()
  await page.getByLabel(exceptionsTexts.receiptNumber).fill(receipt)
  await page.getByRole('button', { name: exceptionsTexts.find, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Payment ${receipt}` })).toBeVisible()
  await page.getByRole('button', { name: exceptionActions.requestRefund, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: exceptionsTexts.requestRefund }).click()
  await expect(dialog.getByText(exceptionsTexts.reason)).toBeVisible()
  await dialog.getByLabel(exceptionsTexts.why).fill(refundReason)
  await dialog.getByRole('button', { name: exceptionsTexts.requestRefund }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await expect(page.getByText(exceptionsTexts.ownRequest)).toBeVisible()
  await expect(page.getByRole('button', { name: exceptionsTexts.approveRefund })).toBeHidden()

  const other = await visitor()
  await openConsole(other, world, 1)
  await other.getByRole('link', { name: /^Reports, \d+ open exceptions?/ }).click()
  await other
    .getByRole('navigation', { name: consoleTabNames.reports })
    .getByRole('link', { name: reportPartNames.exceptions })
    .click()
  const row = listedPayments(other).getByRole('row').filter({ hasText: receipt })
  await expect(row).toContainText(exceptionReasons.approvalPending.name)
  await row.getByRole('link', { name: exceptionsTexts.open }).click()
  await expect(other.getByText(refundReason).first()).toBeVisible()
  await other.getByRole('button', { name: exceptionsTexts.approveRefund }).click()
  await other.getByRole('button', { name: 'Refund $12.34' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await expect(other.getByText('Canceled in the billing system').first()).toBeVisible({ timeout: 30_000 })
  await expect(other.getByText(exceptionsTexts.noAction)).toBeVisible()
  await expect(other.getByText('Refunded', { exact: true })).toBeVisible()
  expect(world.gateway.purchases().filter(({ state }) => state === 'reversed')).toHaveLength(1)
})

test('the person who asked can withdraw the request, and is told when somebody else was faster', async ({
  page,
  visitor,
  world,
}) => {
  const { id } = await refundRequested(page, world)
  await page.goto(`/admin-dashboard?view=reports&part=exceptions&payment=${id}`)
  const other = await visitor()
  await openConsole(other, world, 1, `reports&part=exceptions&payment=${id}`)
  await other.getByRole('button', { name: exceptionsTexts.approveRefund }).click()
  await page.getByRole('button', { name: exceptionsTexts.withdraw }).click()
  await page.getByRole('dialog').getByLabel(exceptionsTexts.why).fill('Asked by mistake')
  await page.getByRole('dialog').getByRole('button', { name: exceptionsTexts.withdraw, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await expect(page.getByText('Asked by mistake').first()).toBeVisible()
  await expect(page.getByRole('button', { name: exceptionActions.requestRefund, exact: true })).toBeVisible()
})

test.describe('an outcome that nobody knows', () => {
  // The browser's own line about what the gateway contradicts.
  test.use({ expectedTrouble: /status of 409/ })

  test('is an exception, and is resolved when a person has the gateway inquired now', async ({ page, world }) => {
    test.slow()
    const account = await unknownPayment(world)
    await logInByCall(page, world, await world.administrator(3))
    const listed = async () => await (await page.request.get(listExceptions.path)).text()
    expect(await listed()).not.toContain(account)
    await world.ageUnknownPayments(60)
    await expect.poll(listed).toContain(account)
    await page.goto('/admin-dashboard?view=reports&part=exceptions')
    const row = listedPayments(page).getByRole('row').filter({ hasText: account })
    await expect(row).toContainText(exceptionReasons.unknown.name)
    await row.getByRole('link').click()
    await expect(page.getByText('no reliable answer from the gateway')).toBeVisible()
    world.gateway.set({ searchOutage: false })
    await page.getByRole('button', { name: exceptionActions.inquire }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(exceptionsTexts.why).fill('The search is back')
    await dialog.getByRole('button', { name: exceptionActions.inquire }).click()
    await expect(page.getByText(actionExplanations.inquire.done)).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByText(exceptionsTexts.noAction)).toBeVisible()
    await expect(page.getByText(/Gateway check requested by an admin: The search is back/)).toBeVisible()
  })

  test('is not resolved on one person’s word, nor on two against that of the gateway', async ({
    page,
    visitor,
    world,
  }) => {
    test.slow()
    const account = await unknownPayment(world)
    const invented = { tag: '777777', authorization: 'ET7' }
    // A day of the schedule of this world.
    await world.ageUnknownPayments(1500)
    await openExceptions(page, world, 3)
    const row = listedPayments(page).getByRole('row').filter({ hasText: account })
    await expect(async () => {
      await page.reload()
      await expect(row).toContainText(exceptionReasons.escalated.name, { timeout: 2_000 })
    }).toPass()
    await row.getByRole('link').click()
    await page.getByRole('button', { name: exceptionActions.resolveCharged, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(exceptionsTexts.transactionTag).fill(invented.tag)
    await dialog.getByLabel(exceptionsTexts.authorizationNumber).fill(invented.authorization)
    await dialog.getByLabel(exceptionsTexts.evidence).fill('Row 7 of the console')
    await dialog.getByRole('button', { name: exceptionsTexts.resolve }).click()
    await expect(page.getByText(exceptionsTexts.needsApproval)).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByText(exceptionsTexts.ownRequest)).toBeVisible()
    await expect(page.getByRole('button', { name: exceptionActions.resolveCharged, exact: true })).toBeHidden()

    const other = await visitor()
    await openExceptions(other, world, 1)
    await listedPayments(other).getByRole('row').filter({ hasText: account }).getByRole('link').click()
    await other.getByRole('button', { name: exceptionsTexts.approveCharged }).click()
    const decision = other.getByRole('dialog')
    for (const shown of [invented.tag, invented.authorization]) await expect(decision.getByText(shown)).toBeVisible()
    world.gateway.set({ searchOutage: false })
    await decision.getByRole('button', { name: 'Resolve $12.34' }).click()
    await expect(decision.getByText(decideApprovalRequest.problems['gateway-disagrees'].title)).toBeVisible({
      timeout: 30_000,
    })
    await expect(decision.getByText(/The gateway lists a charge of \$12\.34, approved/)).toBeVisible()
  })
})
