import { randomUUID } from 'node:crypto'
import { CalendarDate } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { cents } from '@portal/contract/money'
import { Notifications } from '@portal/contract/notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestAccount } from '../adapters/billing-system/ledger/testing/ledger.ts'
import { chargingGateway } from '../adapters/payment-gateway/testing/test-gateway.ts'
import type { TextToSend } from '../adapters/text-messages/port.ts'
import { testTexts } from '../adapters/text-messages/testing/test-texts.ts'
import { emptyTables } from '../database/testing/empty-tables.ts'
import { type TestApp, type TestBrowser, testApp } from '../http/testing/app.ts'
import { notificationText } from '../messages/outbox/compose.ts'
import { charged, testCard } from '../payments/testing/engine-world.ts'
import { readProfile } from '../settings/profile.ts'
import { spanishProfile } from '../settings/testing/spanish.ts'

const account = '4821007391'
const path = '/api/v1/notifications'
const texted: TextToSend[] = []
let portal: TestApp
let maria: TestBrowser

beforeAll(async () => {
  const send = async (text: TextToSend) => {
    texted.push(text)
    return { outcome: 'accepted', id: 'SM1' } as const
  }
  let tag = 4710
  const gateway = chargingGateway(async () => charged(String((tag += 1))))
  portal = await testApp({ texts: testTexts({ send }), gateway, profile: readProfile(spanishProfile()) })
  await addTestAccount(portal.database.db, { account, balance: 123_456, email: 'maria@customer.example' })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await emptyTables(portal.database.db, ['rate_limit', 'web_user', 'email', 'checkout'])
  maria = await portal.customer({ person: account, username: 'maria', accounts: [account] })
})

const choose = async (language: string) => await maria.post(`${path}/language`, { language })

async function emails(): Promise<{ kind: string; subject: string; language: string | undefined; text: string }[]> {
  const rows = await portal.database.db.selectFrom('email').selectAll().orderBy('id').execute()
  return rows.map(({ kind, subject, body_html: html, body_text: text }) => {
    return { kind, subject, language: /<html lang="(.*?)">/.exec(html)?.[1], text }
  })
}

describe('given a profile with messages in two languages (R46)', () => {
  test('then a customer chooses one of them, and is asked for no other', async () => {
    const before = Notifications.parse((await maria.get(path)).json())
    expect(before).toMatchObject({
      language: 'en-US',
      languages: [
        { tag: 'en-US', name: 'American English' },
        { tag: 'es', name: 'español' },
      ],
    })
    expect((await choose('es')).json()).toMatchObject({ language: 'es' })
    expect((await choose('fr')).statusCode).toBe(404)
    expect((await maria.get(path)).json()).toMatchObject({ language: 'es' })
    expect((await choose('en-US')).json()).toMatchObject({ language: 'en-US' })
    const { language } = await portal.database.db.selectFrom('web_user').select('language').executeTakeFirstOrThrow()
    expect(language).toBeNull()
  })

  test('then emails and texts are in that language, and in the utility’s own for others', async () => {
    const ask = async () => {
      await maria.post(`${path}/code`, { channel: 'email' })
      await maria.post(`${path}/code`, { channel: 'text', number: '671-555-0101' })
    }
    await ask()
    await choose('es')
    await ask()
    expect(await emails()).toMatchObject([
      { subject: 'Confirm your email address', language: 'en-US' },
      { subject: 'Confirme su correo electrónico', language: 'es' },
    ])
    expect(texted.map(({ body }) => body.replace(/\d{6}/, '')).slice(-2)).toMatchObject([
      expect.stringContaining('is your code for text notifications.'),
      expect.stringContaining('es su clave para mensajes.'),
    ])
  })

  test('then a receipt is in the language of its payer, with amounts and dates as they are written there', async () => {
    await pay(maria, 100)
    await choose('es')
    await pay(maria, 120_000)
    const [before, own] = await emails()
    expect(before).toMatchObject({ subject: expect.stringMatching(/^Receipt W-/), language: 'en-US' })
    expect(before?.text).toContain('Amount: $1.00 USD')
    expect(own).toMatchObject({ subject: expect.stringMatching(/^Recibo W-/), language: 'es' })
    expect(own?.text).toMatch(/1200,00\sUSD/)
  })

  test('then a notification names amounts and days as they are written in that language', () => {
    const text = (language: string | null) =>
      notificationText(portal.deps.profile, portal.deps.config, {
        id: 1,
        kind: 'billReady',
        accountId: AccountNumber.parse(account),
        facts: { dueOn: CalendarDate.parse('2026-12-28'), total: cents(123_456), owed: cents(123_456) },
        namesAmounts: false,
        language,
      })
    expect(text('es')).toMatch(/Su factura, cuenta que termina en 7391/)
    expect(text(null)).toMatch(/Your bill is ready, account ending 7391/)
    expect(text('fr')).toBe(text(null))
  })
})

async function pay(browser: TestBrowser, amount: number): Promise<void> {
  const key = randomUUID()
  const humanCheck = await browser.solve('checkout', key)
  const body = { accounts: [{ accountId: account, amount }], card: testCard, humanCheck }
  const reply = await browser.post('/api/v1/checkout', body, { 'idempotency-key': key })
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { outcome: 'approved' }])
}
