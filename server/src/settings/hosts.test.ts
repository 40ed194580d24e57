import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { callOrigins } from './hosts.ts'
import { neededSettings } from './testing/settings.ts'

/** Pages, general calls and the console on one host and the rest on another, below a domain of the utility's own. */
const separate = {
  PUBLIC_URL: 'https://www.portal.gwa.example',
  DASHBOARD_URL: 'https://pay.portal.gwa.example',
  PAY_NOW_URL: 'https://pay.portal.gwa.example/',
  WEB_ORIGINS: 'https://www.portal.gwa.example',
  COOKIE_DOMAIN: 'portal.gwa.example',
  SERVES: 'pay-now, dashboard',
}

const configOf = (settings: Record<string, string>) => readConfig({ ...neededSettings, ...settings })

test('by default, one origin serves everything, lets no other in and keeps its cookies for itself', () => {
  const config = configOf({})
  expect(config.SERVES).toEqual(['pages', 'general', 'dashboard', 'pay-now', 'admin'])
  expect(config.WEB_ORIGINS).toEqual([])
  expect(config.COOKIE_DOMAIN).toBeUndefined()
  expect(callOrigins(config)).toEqual({})
})

test('hosts of one domain, each of which serves some groups, are read', () => {
  const config = configOf(separate)
  expect(config.SERVES).toEqual(['pay-now', 'dashboard'])
  expect(config.WEB_ORIGINS).toEqual([separate.PUBLIC_URL])
  expect(callOrigins(config)).toEqual({ dashboard: separate.DASHBOARD_URL, 'pay-now': separate.DASHBOARD_URL })
})

test.each([
  [
    'the hosts of a developer’s machine',
    'http://www.portal.localhost:3000',
    'http://pay.portal.localhost:3001',
    'portal.localhost',
  ],
  ['two ports of one host', 'http://localhost:3000', 'http://localhost:3001', ''],
  [
    'a domain that is itself a host',
    'https://portal.gwa.example',
    'https://pay.portal.gwa.example',
    'portal.gwa.example',
  ],
])('%s work', (_, page, payNow, domain) => {
  const config = configOf({ PUBLIC_URL: page, PAY_NOW_URL: payNow, WEB_ORIGINS: page, COOKIE_DOMAIN: domain })
  expect(callOrigins(config)).toEqual({ 'pay-now': payNow })
})

describe('given settings that no browser would accept, the process ends with one line:', () => {
  test.each([
    [{ SERVES: 'pay-now,paynow' }, /SERVES is wrong/],
    [{ WEB_ORIGINS: '*' }, /WEB_ORIGINS is wrong \(an origin such as/],
    [{ WEB_ORIGINS: 'null' }, /WEB_ORIGINS is wrong/],
    [{ WEB_ORIGINS: 'https://*.portal.gwa.example' }, /WEB_ORIGINS is wrong/],
    [{ PAY_NOW_URL: 'https://pay.portal.gwa.example/api' }, /PAY_NOW_URL is wrong \(.*without a path\)/],
    [{ PAY_NOW_URL: 'pay.portal.gwa.example' }, /PAY_NOW_URL is wrong/],
    [{ PAY_NOW_URL: "https://a;script-src'unsafe-inline'.portal.gwa.example" }, /PAY_NOW_URL is wrong/],
    [{ COOKIE_DOMAIN: '.portal.gwa.example' }, /COOKIE_DOMAIN is wrong/],
    [{ COOKIE_DOMAIN: '10.0.0.1' }, /COOKIE_DOMAIN is wrong/],
    [{ COOKIE_DOMAIN: 'gov.gu', PUBLIC_URL: 'https://water.gov.gu' }, /COOKIE_DOMAIN gov\.gu is a public suffix/],
    [{ COOKIE_DOMAIN: '' }, /COOKIE_DOMAIN is missing: www.* need a domain above them/],
    [{ COOKIE_DOMAIN: 'pay.portal.gwa.example' }, /www\.portal\.gwa\.example is not in COOKIE_DOMAIN/],
    [{ WEB_ORIGINS: `${separate.WEB_ORIGINS},https://partner.example` }, /partner\.example is not in COOKIE_DOMAIN/],
    [
      { WEB_ORIGINS: '' },
      /WEB_ORIGINS must name https:\/\/www\..* \(PUBLIC_URL\), because its pages make calls to https:\/\/pay/,
    ],
    [
      { DASHBOARD_URL: 'http://pay.portal.gwa.example' },
      /http:\/\/pay.* and https:\/\/www.* must both begin with https:/,
    ],
    [
      {
        PUBLIC_URL: 'http://www.portal.gwa.example',
        WEB_ORIGINS: 'http://www.portal.gwa.example',
        DASHBOARD_URL: 'http://pay.portal.gwa.example',
        PAY_NOW_URL: '',
      },
      /http:\/\/pay\.portal\.gwa\.example must begin with https:/,
    ],
    [{ DASHBOARD_URL: '', PAY_NOW_URL: '', WEB_ORIGINS: '' }, /COOKIE_DOMAIN is only for several hosts/],
  ])('%j', (settings, line) => {
    expect(() => configOf({ ...separate, ...settings })).toThrow(line)
    expect(() => configOf({ ...separate, ...settings })).toThrow(/^Settings: [^\n]* See docs\/operations\.md\.$/)
  })
})
