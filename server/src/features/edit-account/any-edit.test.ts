import { storedPhone } from '@portal/contract/contact'
import { Instant } from '@portal/contract/dates'
import {
  ChangedAddress,
  DetailsToUpdate,
  type EditAccountRecord,
  updateUserDetails,
} from '@portal/contract/edit-account'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../http/testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { newCustomer, read } from './testing/form.ts'

let portal: TestApp
beforeAll(async () => {
  portal = await testApp({ clock: testClock(Instant.parse('2026-02-10T01:00:00.000Z')) })
})
afterAll(() => portal.close())

const oneOf = fc.constantFrom
const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))
const gap = oneOf('', '-', '.', ' ', '\u00A0', '–')
/** As typed, copied from elsewhere, or with the direction marks that phones put around a number. */
const phone = fc
  .tuple(digits(3), gap, digits(3), gap, digits(4), oneOf('', ' ', '\u202A'))
  .map(([area, one, middle, other, end, around]) => `${around}(${area})${one}${middle}${other}${end}${around}`)
const line = (longest: number) =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      oneOf('#4 "B" 50% \\ | \\p O’Brien', "'; drop table x --", '東京都 7'),
    )
    .map((text) => text.slice(0, longest).toWellFormed())

/** What somebody may type into the form. */
const edit = fc.record({
  emailAddress: fc.oneof(fc.emailAddress(), oneOf(" O'Brien+water@Example.COM ", '1234567890123456@example.com')),
  address1: line(254),
  address2: line(254),
  city: line(60),
  postal: fc.oneof(
    digits(5),
    fc.tuple(digits(5), digits(4)).map((parts) => parts.join('-')),
  ),
  home: phone,
})
type Edit = Parameters<Parameters<typeof edit.map>[0]>[0]

/** What is on file after an edit. */
const wanted = ({ emailAddress, address1, address2, city, postal, home }: Edit) => ({
  emailAddress: emailAddress.trim(),
  address1: address1.trim(),
  address2: address2.trim(),
  city: city.trim(),
  postal,
  home: storedPhone(home),
})
const onFile = ({ emailAddress, address1, address2, city, postal, home }: EditAccountRecord) => ({
  emailAddress,
  address1,
  address2,
  city,
  postal,
  home,
})

test('whatever the contract takes is on file as it was typed, and of two edits at once one is, whole', async () => {
  expect.hasAssertions()
  await fc.assert(fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 2 }), save), { numRuns: 25 })
  expect(portal.logLines.filter((each) => each.includes('"level":"error"'))).toEqual([])
}, 120_000)

async function save(edits: Edit[]): Promise<void> {
  await portal.database.pool.query('delete from rate_limit')
  const { account, browser, fields } = await newCustomer(portal)
  const bodies = edits.map((each) => ({ ...fields, ...each }))
  fc.pre(bodies.every((body) => [DetailsToUpdate, ChangedAddress].every((schema) => schema.safeParse(body).success)))
  const replies = await Promise.all(bodies.map((body) => browser.post(updateUserDetails.path, body)))
  const saved = edits.filter((_, at) => replies[at]?.json().data.status === 'Success')
  const shown = onFile((await read(browser, account)).details)
  expect(saved.map(wanted)).toEqual(saved.map(() => shown))
  expect(saved).not.toEqual([])
}
