import { consoleTabNames } from '@portal/contract/admin-levels'
import { decideGiveBack, listAttention } from '@portal/contract/money-desk'
import { attentionReasons, moneyDeskTexts, moveExplanations, paymentMoves } from '@portal/contract/money-desk-texts'
import { expect, test } from '../browser/fixtures.ts'
import { logInByCall, openConsole } from '../steps/console.ts'
import { askedBack, openDesk, unknownPayment, waiting, whyBack } from '../steps/money-desk.ts'
import { payByCall } from '../world/payments.ts'

test('finance asks to give a payment back, and it is given back when a second person has agreed', async ({
  page,
  visitor,
  world,
}) => {
  test.slow()
  const paid = await payByCall(world, [await world.account('owing')])
  const receipt = paid.checkout.receiptNumber ?? ''
  await openDesk(page, world, 3)
  await page.getByRole('button', { name: moneyDeskTexts.findTitle }).click()
  await page.getByLabel(moneyDeskTexts.receiptNumber).fill(receipt)
  await page.getByRole('button', { name: moneyDeskTexts.find, exact: true }).click()
  await expect(page.getByRole('heading', { name: `Payment ${receipt}` })).toBeVisible()
  await page.getByRole('button', { name: paymentMoves.askGiveBack, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: moneyDeskTexts.askGiveBack }).click()
  await expect(dialog.getByText(moneyDeskTexts.reason)).toBeVisible()
  await dialog.getByLabel(moneyDeskTexts.why).fill(whyBack)
  await dialog.getByRole('button', { name: moneyDeskTexts.askGiveBack }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await expect(page.getByText(moneyDeskTexts.ownRequest)).toBeVisible()
  await expect(page.getByRole('button', { name: moneyDeskTexts.approve })).toBeHidden()

  const other = await visitor()
  await openConsole(other, world, 1)
  await other.getByRole('link', { name: /^Reports, \d+ (payments?|cases?) needs? attention$/ }).click()
  await other
    .getByRole('navigation', { name: consoleTabNames.reports })
    .getByRole('link', { name: moneyDeskTexts.title })
    .click()
  const row = waiting(other).getByRole('row').filter({ hasText: receipt })
  await expect(row).toContainText(attentionReasons.giveBackAsked.name)
  await row.getByRole('link', { name: moneyDeskTexts.open }).click()
  await expect(other.getByText(whyBack).first()).toBeVisible()
  await other.getByRole('button', { name: moneyDeskTexts.approve }).click()
  await other.getByRole('button', { name: 'Give back $12.34' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await expect(other.getByText(moneyDeskTexts.nothingToDo)).toBeVisible()
  await expect(other.getByText('The billing system has cancelled it')).toBeVisible({ timeout: 30_000 })
  await expect(other.getByText('Given back', { exact: true })).toBeVisible()
  expect((await world.gateway.purchases()).filter(({ state }) => state === 'reversed')).toHaveLength(1)
})

test('the person who asked can withdraw the request, and is told when somebody else was faster', async ({
  page,
  visitor,
  world,
}) => {
  const { id } = await askedBack(page, world)
  await page.goto(`/admin-dashboard?view=reports&part=attention&payment=${id}`)
  const other = await visitor()
  await openConsole(other, world, 1, `reports&part=attention&payment=${id}`)
  await other.getByRole('button', { name: moneyDeskTexts.approve }).click()
  await page.getByRole('button', { name: moneyDeskTexts.takeBack }).click()
  await page.getByRole('dialog').getByLabel(moneyDeskTexts.why).fill('Asked by mistake')
  await page.getByRole('dialog').getByRole('button', { name: moneyDeskTexts.takeBack, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
  await expect(page.getByText('Asked by mistake').first()).toBeVisible()
  await expect(page.getByRole('button', { name: paymentMoves.askGiveBack, exact: true })).toBeVisible()
})

test.describe('an outcome that nobody knows', () => {
  // The browser's own line about what the gateway contradicts.
  test.use({ expectedTrouble: /status of 409/ })

  test('waits on the desk, and is settled when a person has it looked up again', async ({ page, world }) => {
    test.slow()
    const account = await unknownPayment(world)
    await logInByCall(page, world, await world.administrator(3))
    const listed = async () => await (await page.request.get(listAttention.path)).text()
    expect(await listed()).not.toContain(account)
    await world.ageUnknownPayments(60)
    await expect.poll(listed).toContain(account)
    await page.goto('/admin-dashboard?view=reports&part=attention')
    const row = waiting(page).getByRole('row').filter({ hasText: account })
    await expect(row).toContainText(attentionReasons.unknown.name)
    await row.getByRole('link').click()
    await expect(page.getByText('The card network gave no answer to trust')).toBeVisible()
    await world.gateway.switchSearch('on')
    await page.getByRole('button', { name: paymentMoves.lookAgain }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(moneyDeskTexts.why).fill('The search is back')
    await dialog.getByRole('button', { name: paymentMoves.lookAgain }).click()
    await expect(page.getByText(moveExplanations.lookAgain.done)).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByText(moneyDeskTexts.nothingToDo)).toBeVisible()
    await expect(page.getByText(/A person had the card network asked again: The search is back/)).toBeVisible()
  })

  test('is not settled on one person’s word, nor on two against that of the gateway', async ({
    page,
    visitor,
    world,
  }) => {
    test.slow()
    const account = await unknownPayment(world)
    const invented = { tag: '777777', authorization: 'ET7' }
    // A day of the schedule of this world.
    await world.ageUnknownPayments(1500)
    await openDesk(page, world, 3)
    const row = waiting(page).getByRole('row').filter({ hasText: account })
    await expect(async () => {
      await page.reload()
      await expect(row).toContainText(attentionReasons.escalated.name, { timeout: 2_000 })
    }).toPass()
    await row.getByRole('link').click()
    await page.getByRole('button', { name: paymentMoves.settleCharged, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(moneyDeskTexts.transactionTag).fill(invented.tag)
    await dialog.getByLabel(moneyDeskTexts.authorizationNumber).fill(invented.authorization)
    await dialog.getByLabel(moneyDeskTexts.evidence).fill('Row 7 of the console')
    await dialog.getByRole('button', { name: moneyDeskTexts.settle }).click()
    await expect(page.getByText(moneyDeskTexts.needsSecond)).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByText(moneyDeskTexts.ownRequest)).toBeVisible()
    await expect(page.getByRole('button', { name: paymentMoves.settleCharged, exact: true })).toBeHidden()

    const other = await visitor()
    await openDesk(other, world, 1)
    await waiting(other).getByRole('row').filter({ hasText: account }).getByRole('link').click()
    await other.getByRole('button', { name: moneyDeskTexts.approveCharged }).click()
    const decision = other.getByRole('dialog')
    for (const shown of [invented.tag, invented.authorization]) await expect(decision.getByText(shown)).toBeVisible()
    await world.gateway.switchSearch('on')
    await decision.getByRole('button', { name: 'Settle $12.34' }).click()
    await expect(decision.getByText(decideGiveBack.problems['gateway-disagrees'].title)).toBeVisible({
      timeout: 30_000,
    })
    await expect(decision.getByText(/The gateway lists a charge of \$12\.34, approved/)).toBeVisible()
  })
})
