import { describe, expect, test } from 'vitest'
import {
  type ReplyWord,
  elsewhereText,
  mobileNumberField,
  mobileNumberOf,
  readReply,
  textParts,
} from './text-messages.ts'

describe('a mobile number', () => {
  test.each([
    '6715550101',
    '671-555-0101',
    '(671) 555 0101',
    '671.555.0101',
    '1 671 555-0101',
    '+1 (671) 555-0101',
    '\u202a+1671\u20115550101\u202c',
    '٦٧١٥٥٥٠١٠١',
  ])('written as %s is +16715550101', (typed) => {
    expect(mobileNumberOf(typed)).toBe('+16715550101')
  })

  test.each([
    ['without an area code', '555 0101'],
    ['whose exchange cannot be', '671 155 0101'],
    ['with an extension', '671 555 0101 ext 5'],
    ['that is none', 'none'],
  ])('%s is refused: %s', (_what, typed) => {
    expect(mobileNumberOf(typed)).toBeNull()
    expect(mobileNumberField('Enter a mobile number.').safeParse(typed).error?.issues).toMatchObject([
      { message: 'Enter a mobile number.' },
    ])
  })

  test.each([
    ['of a country elsewhere', '+63 917 123 4567'],
    ['of a country elsewhere, as dialed', '011 63 917 123 4567'],
    ['of Jamaica', '876 555 0101'],
    ['of Canada', '+1 (416) 555-0101'],
    ['of no place in Canada', '600 555 0101'],
    ['that is toll-free', '800 555 0101'],
    ['of a paid service', '900 555 0101'],
    ['of a person, not a phone', '500-555-0101'],
    ['of a carrier', '1 700 555 0101'],
    ['of the government', '7105550101'],
  ])('%s is refused with what we can text: %s', (_what, typed) => {
    expect(mobileNumberField('Enter a mobile number.').safeParse(typed).error?.issues).toMatchObject([
      { message: elsewhereText },
    ])
  })

  test.each(['671', '670', '684', '340', '787', '939', '808', '907'])('of area code %s is one of ours', (areaCode) => {
    expect(mobileNumberOf(`${areaCode}5550101`)).toBe(`+1${areaCode}5550101`)
  })

  test('is a field of a call', () => {
    expect(mobileNumberField('').parse('671-555-0101')).toBe('+16715550101')
  })
})

describe('a reply', () => {
  test.each<[string, ReplyWord]>([
    ['STOP', 'stop'],
    ['stop', 'stop'],
    [' Stop. ', 'stop'],
    ['"STOP"', 'stop'],
    ['ＳＴＯＰ', 'stop'],
    ['Stop!!! 😡', 'stop'],
    ['stop please', 'stop'],
    ['Please stop texting me', 'stop'],
    ['STOP ALL', 'stop'],
    ['stopall', 'stop'],
    ['Unsubscribe', 'stop'],
    ['end', 'stop'],
    ['QUIT', 'stop'],
    ['revoke', 'stop'],
    ['opt out', 'stop'],
    ['Opt-Out', 'stop'],
    ['cancel', 'stop'],
    ['stop stop stop', 'stop'],
    ['start', 'start'],
    ['UNSTOP', 'start'],
    ['help', 'help'],
    ['Help me please', 'help'],
    ['info', 'help'],
    ["don't stop", 'other'],
    ['Can you stop the leak in my street?', 'other'],
    ['stop start', 'stop'],
    ['Stop it', 'stop'],
    ['Stop GWA', 'stop'],
    ['STOP\n\nMaria Cruz\nSent from my phone', 'stop'],
    ['Unsubscribe from everything', 'stop'],
    ['Wrong number', 'stop'],
    ['Sorry, you have the wrong  number!', 'stop'],
    ['wrong person', 'stop'],
    ['the number on my bill is wrong', 'other'],
    ['start my service', 'other'],
    ['Liked “Reply STOP to stop”', 'other'],
    ['the end of the month', 'other'],
    ['stopped', 'other'],
    ['yes', 'other'],
    ['thanks', 'other'],
    ['', 'other'],
  ])('“%s” is %s', (reply, word) => {
    expect(readReply(reply).word).toBe(word)
  })

  test.each([
    ['STOP', false],
    ['please stop these texts', false],
    ['Stop it, I paid', true],
    ['Wrong number', true],
    ['When is my bill due?', true],
    ['', false],
  ])('“%s” is for a person to read: %s', (reply, saysMore) => {
    expect(readReply(reply).saysMore).toBe(saysMore)
  })
})

describe('the parts of a text', () => {
  test.each([
    ['nothing', '', 1],
    ['160 letters', 'a'.repeat(160), 1],
    ['161 letters', 'a'.repeat(161), 2],
    ['306 letters', 'a'.repeat(306), 2],
    ['307 letters', 'a'.repeat(307), 3],
    ['the letters of Chamorro', `${'Hagåtña Si Yu’os Ma’åse '.repeat(6)}end`, 1],
    ['signs that count twice', '€'.repeat(80), 1],
    ['one too many of them', '€'.repeat(81), 2],
    ['a sign of two at the end of a part, which is not cut', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['70 letters, one beyond GSM-7', `${'a'.repeat(69)}ō`, 1],
    ['71 letters, one beyond GSM-7', `${'a'.repeat(70)}ō`, 2],
    ['35 emoji', '💧'.repeat(35), 1],
    ['36 emoji', '💧'.repeat(36), 2],
    ['an emoji at the end of a part, which is not cut', `${'a'.repeat(66)}💧${'a'.repeat(66)}`, 3],
  ])('%s', (_what, text, parts) => {
    expect(textParts(text)).toBe(parts)
  })
})
