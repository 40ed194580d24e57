import { Instant } from '@portal/contract/dates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../testing/clock.ts'
import { type TestApp, testApp } from './testing/app.ts'

const clock = testClock(Instant.parse('2026-11-29T15:00:00.000Z'))
let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock })
})
afterAll(() => portal.close())

const read = async () => await portal.app.inject('/.well-known/security.txt')

test('security.txt says where to report a weakness, and is never out of date', async () => {
  const { headers, body, statusCode } = await read()
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const { customerServiceEmail } = portal.deps.profile
  expect(body).toBe(
    [
      `Contact: mailto:${customerServiceEmail}`,
      'Expires: 2027-05-29T00:00:00.000Z',
      'Preferred-Languages: en',
      `Canonical: ${portal.deps.config.PUBLIC_URL}/.well-known/security.txt`,
      '',
    ].join('\n'),
  )
  clock.advance(400 * 24 * 60 * 60_000)
  portal.deps.profile.securityContact = 'https://utility.example/report'
  const later = (await read()).body
  expect(later).toContain('Contact: https://utility.example/report\n')
  expect(Date.parse(/^Expires: (.*)$/m.exec(later)?.[1] ?? '')).toBeGreaterThan(Date.parse(clock.now()))
})
