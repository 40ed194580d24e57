import { cents, formatCents } from '@portal/contract/money'
import { payNowTexts } from '@portal/contract/pay-now-texts'
import { paymentTexts } from '@portal/contract/payments'
import { displayName, maskName } from '@portal/contract/text'
import { chargesOf, expect, onDesktopAndPhone, test } from '../browser/fixtures.ts'
import { readPdf } from '../browser/read-pdf.ts'
import { paste } from '../steps/card-form.ts'
import { mastercard, visa } from '../steps/cards.ts'
import { enterPayment, payNow } from '../steps/pay-now.ts'
import { expectResult } from '../steps/payment.ts'

onDesktopAndPhone('a visitor pays an account', () => {
  test('in four calls, and gets a result page that can be reopened, an email and a lower balance (C§2.6, C§2.8)', async ({
    page,
    world,
  }) => {
    const account = await world.account('owing')
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api')) calls.push(`${request.method()} ${pathname}`)
    })
    const wizard = await payNow(page)

    await wizard.findAccount(account)
    await expect(page.getByRole('heading', { name: payNowTexts.isThisYou })).toBeVisible()
    await expect(page.getByText(maskName(displayName(account.name)))).toBeVisible()
    await expect(page.getByText(displayName(account.name))).toHaveCount(0)
    await wizard.confirmAccount()
    await wizard.fillCard(visa)
    await wizard.pay()

    await expect(page).toHaveURL(/\/payment-result/)
    await expectResult(page, paymentTexts.approved)
    expect(calls.length, calls.join(', ')).toBeLessThanOrEqual(4)
    const result = page.getByRole('main')
    await expect(result).toContainText(`$${formatCents(cents(account.owed))}`)
    await expect(result).toContainText('Visa ending in 1111')
    await expect(result).toContainText(visa.holder)
    await expect(result).toContainText(account.number)
    const receipt = await wizard.receiptNumber()

    await expect.poll(() => world.owed(account)).toBe(0)

    await expect.poll(async () => (await world.mailsTo(account.email ?? '')).length).toBe(1)
    const [mail] = await world.mailsTo(account.email ?? '')
    expect(mail?.subject).toContain(receipt)
    expect(mail?.text).toContain(formatCents(cents(account.owed)))
    expect(mail?.text).toContain(account.number)
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/4111 ?1111/)

    await test.step('the browser’s Back leads to no form that could charge again', async () => {
      await page.goBack()
      await expect(page.getByLabel('Card number')).toHaveCount(0)
      await page.goForward()
      await expectResult(page, paymentTexts.approved)
    })
    await test.step('the result can be refreshed and returned to', async () => {
      await page.reload()
      await expectResult(page, paymentTexts.approved)
      expect(await wizard.receiptNumber()).toBe(receipt)
      await page.getByRole('link', { name: paymentTexts.goBack }).click()
      await expect(page).toHaveURL(/\/paynow$/)
      await page.goBack()
      await expect(page.getByText(receipt).first()).toBeVisible()
    })
    expect(chargesOf(world, account)).toBe(1)
  })
})

test('a double click on the pay button charges once, and the receipt is saved as a tagged file named by its number, without the card number', async ({
  page,
  world,
}) => {
  const account = await world.account('owing')
  const wizard = await enterPayment(page, account)
  await wizard.fillCard(mastercard)
  await wizard.payTwice()
  const receipt = await wizard.receiptNumber()
  expect(chargesOf(world, account)).toBe(1)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: paymentTexts.saveAsPdf }).click()
  const pdf = await readPdf(await downloading)

  expect(pdf.fileName).toMatch(new RegExp(`^.+-${receipt}\\.pdf$`))
  expect([pdf.width, pdf.height]).toEqual([216, 279])
  expect(pdf.text).toContain(receipt)
  expect(pdf.text).toContain(formatCents(cents(account.owed)))
  expect(pdf.text).toContain('0004')
  expect(pdf.text).toContain(account.number)
  expect(`${pdf.text}${pdf.raw}`.replace(/\s/g, '')).not.toContain('5500000000000004')
  expect([...pdf.roles]).toEqual(expect.arrayContaining(['Document', 'H1']))
})

test('part of what is owed can be paid, without an e-mail, and another visitor then sees what is left', async ({
  page,
  world,
  visitor,
}) => {
  const account = await world.account('withoutEmail')
  const [head, tail] = [account.number.slice(0, 5), account.number.slice(5)]
  const wizard = await enterPayment(page, { ...account, number: `${head}-${tail}` })
  await expect(wizard.email).toHaveValue('')
  await paste(wizard.amount, '58.333')
  await expect(page.getByText(/Please enter an amount up to \$99,999\.99/)).toBeVisible()
  await expect(wizard.amount).toHaveValue(formatCents(cents(account.owed)))
  await paste(wizard.amount, ' USD 12.34\n')
  await wizard.fillCard(visa)
  await wizard.pay()
  await expectResult(page, paymentTexts.approved)
  await expect(page.getByRole('main')).toContainText('$12.34')
  await expect.poll(() => world.owed(account)).toBe(account.owed - 1234)

  const again = await enterPayment(await visitor(), account)
  await expect(again.amount).toHaveValue(formatCents(cents(account.owed - 1234)))
})
