import { describe, expect, test } from 'vitest'
import { scrubNote } from './scrub-note.ts'

const card = '4929004400550069'
/** By their length; the check is right for them and for nothing around them that is made of ones. */
const longCards: Readonly<Record<number, string>> = {
  13: '4222222222222',
  16: card,
  19: '6304000000000000000',
}

describe('a note of a client', () => {
  test.each([
    ['a card number', card],
    ['one with spaces', '4929 0044 0055 0069'],
    ['one with wide spaces', '4929  0044  0055  0069'],
    ['one with dots', 'paid with 4929.0044.0055.0069.'],
    ['one with slashes between every digit', [...card].join('/')],
    ['one in full-width digits', [...card].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')],
    ['one as a number', Number(card)],
    ['one of fifteen digits', '378282246310005'],
    ['one of thirteen digits with marks between them, most of them nines', [...'4999999999005'].join('. ')],
    ['one in a list', ['first', { deep: [card] }]],
    ['one as a name', { [card]: true }],
    ['one in JSON inside JSON', JSON.stringify({ reply: JSON.stringify({ text: card }) })],
  ])('loses %s', (_, said) => {
    const kept = scrubNote(said)
    expect(kept.replace(/\D/g, '')).not.toMatch(/\d{12}/)
    expect(kept).toContain('[removed]')
  })

  test.each([
    ['by its name', { CAVV: '739' }],
    ['by another name', { payment: { 'security-code': 739 } }],
    ['by a name with a path', { 'card.cvv': '739' }],
    ['by a name of a form', { 'billing[cvv]': '739' }],
    ['by a name of several words', { userCvv: '739' }],
    ['by a name in capitals', { CVVCode: '739' }],
    ['beside a name of several words', { name: 'userCvv', value: '739' }],
    ['in a text', 'sent card_num=x&CAVV=739&zip_code=96913'],
    ['in JSON inside JSON', { request: '{"cvv":"739"}' }],
    ['in JSON with its quotes escaped', String.raw`body: {\"CVDCode\":\"739\"} sent`],
    ['in a list of words', 'Security Code: 739'],
    ['beside its name', { name: 'cvv', value: '739' }],
    ['beside its name, as a number', { id: 7, field: 'Security-Code', entered: { raw: 739 } }],
    ['in pairs', [['cvv', '739']]],
    ['in a list of names and values', ['cardholder', 'Maria Cruz', 'CVV', '739']],
    ['beside its name in JSON inside JSON', { request: '{"name":"cvv","value":"739"}' }],
    ['beside a sentence about it', { label: 'Enter your CVV', input: { value: ' 739 ' } }],
    ['in a table', { columns: ['card holder', 'cvv'], rows: [['Maria Cruz', '739']] }],
    ['as a name', { label: 'Enter your CVV', typed: { 739: true } }],
  ])('loses a security code %s', (_, said) => {
    expect(scrubNote(said)).not.toContain('739')
  })

  test.each([
    ['1230', { name: 'exp_date', value: '1230' }],
    ['12/30', [{ column: 'Expiry' }, { cell: '12/30' }]],
    ['hunter2 and more', { name: 'password', value: 'hunter2 and more' }],
  ])('loses %s beside its name', (secret, said) => {
    expect(scrubNote(said)).not.toContain(secret)
  })

  test('keeps the rest of a text in which a name is mentioned', () => {
    const said = { error: 'CVV is required', receipt: 'W-4711', amount: '120.50', on: '2026-02-10' }
    expect(JSON.parse(scrubNote(said))).toEqual(said)
  })

  test('loses an expiry', () => {
    expect(scrubNote({ exp_date: '1230', text: 'expiry: 1230' })).not.toContain('1230')
  })

  test.each([13, 16, 19])(
    'loses a card number of %i digits anywhere in a long run with marks between them',
    (length) => {
      const number = [...`${'1'.repeat(40)}${longCards[length]}${'1'.repeat(40)}`].join('. ')
      expect(scrubNote(`paid ${number} today`)).toBe('"paid [removed] today"')
      expect(scrubNote([...'1'.repeat(60)].join('. '))).not.toContain('removed')
    },
  )

  test('loses a text that is nested endlessly', () => {
    const deep = `${'['.repeat(30_000)}["cvv","739"]${']'.repeat(30_000)}`
    expect(JSON.parse(scrubNote({ deep, ok: true }))).toEqual({ deep: '"[removed]"', ok: true })
  })

  test('full of digits takes no longer than reading it, because everybody else waits meanwhile', () => {
    const digits = '1.'.repeat(32_000)
    const took = Array.from({ length: 3 }, () => {
      const before = performance.now()
      scrubNote(digits)
      return performance.now() - before
    })
    expect(Math.min(...took)).toBeLessThan(150)
  })

  test('keeps what is harmless', () => {
    const said = { receipt: 'W-4711-2', amount: '120.50', at: '2026-02-10T01:00:00.000Z', ok: true, none: null, n: 12 }
    expect(JSON.parse(scrubNote(said))).toEqual(said)
  })
})
