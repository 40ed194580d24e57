import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig, WrongSetting, settingNames, unknownSettings } from './config.ts'
import { readLogo, readProfile } from './profile.ts'
import { neededSettings } from './testing/settings.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof WrongSetting) return error.message
    throw error
  }
  throw new Error('It was accepted')
}

describe('settings', () => {
  test('that are correct are read, with defaults for the rest', () => {
    const config = readConfig(neededSettings)
    expect(config.texts).toEqual({ TEXT_MESSAGES: 'none' })
    expect(config).toMatchObject({
      DATABASE_URL: neededSettings.DATABASE_URL,
      SMTP_URL: neededSettings.SMTP_URL,
      CARD_GATEWAY: 'payeezy',
      PORT: 3000,
      HOST: '127.0.0.1',
      WORKER: true,
      TRUSTED_PROXIES: 0,
    })
  })

  test.each([
    ['PORT', '70000', /PORT is wrong/],
    ['PORT', 'http', /PORT is wrong/],
    ['PUBLIC_URL', 'portal.example', /PUBLIC_URL is wrong/],
    ['PUBLIC_URL', 'portal.example:8443', /PUBLIC_URL is wrong \(an origin such as https/],
    ['PUBLIC_URL', 'https://portal.example/water', /PUBLIC_URL is wrong \(.*without a path\)/],
    ['CARD_GATEWAY_URL', 'gateway.example:443', /CARD_GATEWAY_URL is wrong \(an address such as https/],
    [
      'CARD_GATEWAY_URL',
      'http://gateway.example',
      /CARD_GATEWAY_URL is wrong \(.*with https unless it is on this machine\)/,
    ],
    ['WORKER', 'yes', /WORKER is wrong/],
    ['HUMAN_CHECK_SECRET', 'short', /HUMAN_CHECK_SECRET is wrong/],
    ['LINK_SECRET', 'short', /LINK_SECRET is wrong/],
    ['SECOND_FACTOR_SECRET', 'short', /SECOND_FACTOR_SECRET is wrong/],
    ['SMTP_URL', 'http://mail', /SMTP_URL is wrong/],
    ['SMTP_URL', 'smtp://', /SMTP_URL is wrong/],
    ['SMTP_URL', 'smtp://portal:se#cret@mail.example', /SMTP_URL is wrong \(an address such as smtps/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL is wrong/],
    ['TEXT_MESSAGES', 'smoke', /TEXT_MESSAGES is wrong \(none or twilio\)/],
    ['DATABASE_URL', '', /DATABASE_URL is missing/],
    ['DATABASE_URL', ' ', /DATABASE_URL is missing/],
    ['DATABASE_URL', 'db.example/portal', /DATABASE_URL is wrong \(an address such as postgres/],
    ['DATABASE_URL', 'postgres://portal:se#cret@db/portal', /DATABASE_URL is wrong \(.*encoded\)/],
    ['DATABASE_URL', 'postgres://portal@db/portal?options=-c%20work_mem%3D8MB', /DATABASE_URL is wrong/],
  ])('%s=%s is one clear line', (name, value, line) => {
    const message = messageOf(() => readConfig({ ...neededSettings, [name]: value }))
    expect(message).toMatch(line)
    expect(message).not.toContain('\n')
  })

  test('that are missing are all named in one line, which repeats no value', () => {
    const message = messageOf(() => readConfig({ HUMAN_CHECK_SECRET: 'canary' }))
    for (const name of Object.keys(neededSettings)) expect(message).toContain(name)
    expect(message).not.toMatch(/\n|canary/)
  })

  test('of text messages are needed once someone sends them', () => {
    const twilio = { ...neededSettings, TEXT_MESSAGES: 'twilio', TWILIO_AUTH_TOKEN: 'short' }
    expect(messageOf(() => readConfig(twilio))).toBe(
      'Settings: TWILIO_ACCOUNT_SID is missing; TWILIO_AUTH_TOKEN is wrong (a token, or two with a comma between); TWILIO_MESSAGING_SERVICE_SID is missing. See docs/operations.md.',
    )
    const ids = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}` }
    const TWILIO_AUTH_TOKEN = `${'a'.repeat(32)}, ${'b'.repeat(32)}`
    expect(readConfig({ ...twilio, ...ids, TWILIO_AUTH_TOKEN }).texts).toEqual({
      TEXT_MESSAGES: 'twilio',
      ...ids,
      TWILIO_AUTH_TOKEN: ['a'.repeat(32), 'b'.repeat(32)],
    })
  })

  test('a secret may be in a file, and its last line break is ignored', () => {
    const file = join(folder, 'secret')
    writeFileSync(file, `${'f'.repeat(40)}\n`)
    const { HUMAN_CHECK_SECRET: _, ...others } = neededSettings
    expect(readConfig({ ...others, HUMAN_CHECK_SECRET_FILE: file }).HUMAN_CHECK_SECRET).toBe('f'.repeat(40))
    expect(messageOf(() => readConfig({ ...others, HUMAN_CHECK_SECRET_FILE: '/nowhere' }))).toMatch(
      /^Settings: HUMAN_CHECK_SECRET_FILE names a file that cannot be read/,
    )
  })
})

test.each([
  ['is misspelled', { STRIPE_SECERT_KEY: 'sk' }, 'STRIPE_SECERT_KEY is no setting, did you mean STRIPE_SECRET_KEY?'],
  ['is a file of one', { SMTP_ULR_FILE: '/x' }, 'SMTP_ULR_FILE is no setting, did you mean SMTP_URL?'],
  ['begins as one of ours', { TWILIO_FROM: '+1' }, 'TWILIO_FROM is no setting'],
])('a setting that %s is named, also beside what is missing because of it', (_, given, says) => {
  expect(
    unknownSettings({ ...neededSettings, PATH: '/bin', HOSTNAME: 'one', NODE_ENV: 'production', ...given }),
  ).toEqual([says])
  expect(messageOf(() => readConfig(given))).toContain(says)
})

test('every setting is explained in docs/operations.md', () => {
  const explained = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  expect(settingNames.filter((name) => !explained.includes(`\`${name}\``))).toEqual([])
})

test('a logo is read from the file beside the profile, or is a drop in the utility’s colors', () => {
  const profile = readProfile()
  expect(readLogo(profile)).toContain(profile.look.brand)
  writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'logo.png'), 'PNG')
  const beside = join(folder, 'profile.json')
  expect(readLogo({ ...profile, logo: 'logo.svg' }, beside)).toContain('<svg')
  expect(messageOf(() => readLogo({ ...profile, logo: 'logo.png' }, beside))).toMatch(/logo.png: it is not an SVG file/)
  expect(messageOf(() => readLogo({ ...profile, logo: 'none.svg' }, beside))).toMatch(/^PROFILE_FILE: none.svg/)
})

const shipped = z
  .record(z.string(), z.unknown())
  .parse(JSON.parse(readFileSync(new URL('../../profile/default.json', import.meta.url), 'utf8')))

describe('the utility profile', () => {
  test('of the product is valid and has only invented phone numbers', () => {
    const profile = readProfile()
    expect(profile).toMatchObject({ division: 'GWA', timeZone: 'Pacific/Guam', name: 'Guam Waterworks Authority' })
    for (const { number } of profile.phones) expect(number).toMatch(/^671-555-01\d\d$/)
  })

  test.each([
    ['is not there', null, /cannot be read/],
    ['is not JSON', '{', /cannot be read/],
    ['misses something', '{"name":"Works"}', /shortName .*; division/],
    ['has a time zone that does not exist', { timeZone: 'Pacific/Nowhere' }, /no time zone called Pacific\/Nowhere/],
    ['has a time zone without a name', { timeZone: '+10:00' }, /no time zone called \+10:00/],
    [
      'has colors that nobody could read',
      { look: { ...readProfile().look, brand: '#ffe680' } },
      /too little contrast: light: brand on/,
    ],
    ['has a color that is none', { look: { ...readProfile().look, pay: 'yellow' } }, /look\.pay/],
    [
      'names words of AutoPay that are not there',
      { autoPayWords: { version: '2', file: 'none.txt' } },
      /words of AutoPay/,
    ],
    [
      'has words of AutoPay that say too little',
      { autoPayWords: { version: '2', file: 'short.txt' } },
      /lacks \{utility\}/,
    ],
    [
      'has words of AutoPay with a field that nothing fills',
      { autoPayWords: { version: '2', file: 'more.txt' } },
      /no \{fee\} to fill in/,
    ],
    ['has paper that nobody prints on', { paper: 'B5' }, /paper/],
    ['has a misspelled field', { waterUnits: 'gallons' }, /waterUnits \(unknown, did you mean waterUnit\?\)/],
    ['has one in other letters', { logo_file: 'x', timezone: 'UTC' }, /timezone \(unknown, did you mean timeZone\?\)/],
    [
      'has one inside another',
      { autoPay: { hours: { form: 9 } } },
      /autoPay\.hours\.form \(unknown, did you mean from\?\)/,
    ],
    [
      'has one in a list',
      { phones: [{ label: 'Us', nubmer: '1' }] },
      /phones\.0\.nubmer \(unknown, did you mean number\?\)/,
    ],
    [
      'has one in a list of lists',
      `{\n"paymentFile": { "header": [\n[{ "text": "[,{" }],\n[{ "value": "sum" },\n{ "valeu": "count" }]] } }`,
      /line 5: paymentFile\.header\.1\.1\.valeu \(unknown, did you mean value\?\)/,
    ],
    ['has one in the wrong place', { noticeDays: 5 }, /noticeDays \(unknown, did you mean autoPay\.noticeDays\?\)/],
    ['has one like no other', { fax: '1' }, /: fax \(unknown\)$/],
    ['has a division wider than the extract’s', { division: 'WATERS' }, /division \(.*5/],
    [
      'has a city for a time zone',
      { timeZone: 'America/Chigaco' },
      /called America\/Chigaco, did you mean America\/Chicago\?/,
    ],
    ['has the console where another page is', { consolePath: '/faq' }, /consolePath \(the address of another page\)/],
    ['has a website that is no address', { website: 'www.works.example' }, /website/],
    ['has an address that is none', { mailFrom: 'nobody' }, /mailFrom/],
  ])('that %s is one clear line', (_, content, line) => {
    const file = join(folder, 'profile.json')
    writeFileSync(join(folder, 'short.txt'), 'We charge {card}.')
    writeFileSync(join(folder, 'more.txt'), `${readProfile().agreementWords.text} {fee}`)
    if (typeof content === 'string') writeFileSync(file, content)
    else if (content) writeFileSync(file, JSON.stringify({ ...shipped, ...content }))
    const message = messageOf(() => readProfile(content === null ? '/nowhere/profile.json' : file))
    expect(message).toMatch(/^PROFILE_FILE/)
    expect(message).toMatch(line)
    expect(message).not.toContain('\n')
  })
})
