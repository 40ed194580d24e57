import { MobileNumber, textParts } from '@portal/contract/text-messages'
import { describe, expect, test } from 'vitest'
import type { SendResult, TextReport } from '../../adapters/text-messages/port.ts'
import { testTexts } from '../../adapters/text-messages/testing/test-texts.ts'
import { codeText } from '../../wording/notification-fields.ts'
import { helpText, startedText, stoppedText, unreadText } from '../../wording/reply-texts.ts'
import { startByReply, stopNumber } from '../addresses/stops.ts'
import { idOfReference } from '../outbox/names.ts'
import { lostTexts } from '../sending/lost-texts.ts'
import {
  imports,
  notificationTests,
  standing,
  wantsTexts,
  work,
  workThroughDelay,
} from '../testing/notification-world.ts'
import { recordReport } from './text-reports.ts'

const given = notificationTests()
const bill = { billId: '500000010001' }
const number = MobileNumber.parse('+16715550101')
const never = new AbortController().signal

const report = (change: Partial<TextReport> = {}): TextReport => {
  return { id: 'SM1', state: 'delivered', trouble: null, code: null, ...change }
}

test('a text that version 1.0.0 sent is known by its name', () => {
  expect(['notification_7', 'news_7', 'code_7'].map(idOfReference)).toEqual([7, 7, null])
})

describe('given a customer who wants texts', () => {
  test('then each is one part, without an amount, and says how to stop them', async () => {
    const { world } = given
    await wantsTexts(world, number, 'billReady')
    await imports(world, bill)
    await workThroughDelay(world)
    expect(world.texted).toMatchObject([{ to: number, reference: expect.stringMatching(/^notification_\d+$/) }])
    const { body = '' } = world.texted[0] ?? {}
    expect(body).toMatch(/https:\/\/portal\.example\/#\d+ Reply STOP to opt out\.$/)
    expect(body).not.toMatch(/\$|95\.20|1234567890/)
    const { profile } = world.deps
    const others = [codeText(profile, '123456'), helpText(profile), stoppedText(profile), unreadText(profile)].concat(
      [true, false].map((was) => startedText(profile, world.deps.config, was)),
    )
    expect(others.map(textParts)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('when the provider reports on it, in any order and again, then it goes forward only', async () => {
    const { world } = given
    await wantsTexts(world, number, 'billReady')
    await imports(world, bill)
    await workThroughDelay(world)
    const { reference = '' } = world.texted[0] ?? {}
    const tell = async (change: Partial<TextReport>) =>
      await recordReport(world.deps, reference, report(change), world.clock.now())
    expect(await tell({ state: 'delivered' })).toBe(true)
    for (const state of ['sent', 'delivered', 'undelivered', 'accepted'] as const)
      expect(await tell({ state, trouble: state === 'undelivered' ? 'unreachable' : null })).toBe(false)
    expect(await standing(world)).toEqual(['billReady DELIVERED'])
    expect(await recordReport(world.deps, 'code_123', report(), world.clock.now())).toBe(false)
  })

  test.each<[SendResult, string, number]>([
    [{ outcome: 'refused', trouble: 'notMobile', code: '21614' }, 'REFUSED notMobile 21614', 1],
    [{ outcome: 'refused', trouble: 'sender', code: '30034' }, 'REFUSED sender 30034', 0],
    [{ outcome: 'unknown', reason: 'reset' }, 'UNKNOWN reset', 0],
    [{ outcome: 'notSent', reason: 'busy' }, 'ACCEPTED', 0],
  ])('when the provider answers %j, then it leaves at most once', async (answer, state, stopped) => {
    const { world } = given
    await wantsTexts(world, number, 'billReady')
    await imports(world, bill)
    world.onText = () => (world.texted.length === 1 ? answer : { outcome: 'accepted', id: 'SM2' })
    await workThroughDelay(world)
    world.clock.advance(10 * 60_000)
    await work(world)
    expect(await standing(world)).toEqual([`billReady ${state}`])
    expect(await world.deps.db.selectFrom('stopped_address').select('why').execute()).toHaveLength(stopped)
  })

  test('when an answer was lost, then the provider is asked, and the text is not sent again', async () => {
    const { world } = given
    await wantsTexts(world, number, 'billReady')
    await imports(world, bill)
    world.onText = () => ({ outcome: 'unknown', reason: 'reset' })
    await workThroughDelay(world)
    const texts = testTexts({ find: async () => ({ outcome: 'found', ...report({ state: 'sent' }) }) })
    await lostTexts({ ...world.deps, texts }).run(never)
    expect(await standing(world)).toEqual(['billReady ACCEPTED'])
    expect(world.texted).toHaveLength(1)
  })

  test('when the number replies STOP, then nothing more leaves; after START it has to be confirmed again', async () => {
    const { world } = given
    await wantsTexts(world, number, 'billReady')
    await imports(world, bill)
    await work(world)
    await stopNumber(world.deps.db, number, 'stop', world.clock.now())
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['billReady DROPPED stopped'])
    await startByReply(world.deps.db, number)
    await imports(world, { billId: '500000010002' })
    await workThroughDelay(world)
    expect(await standing(world)).toEqual(['billReady DROPPED stopped', 'billReady DROPPED unproven'])
    expect(world.texted).toEqual([])
  })

  test('when three in a row do not arrive, then the number is stopped until it is confirmed again', async () => {
    const { world } = given
    await wantsTexts(world, number, 'billReady')
    for (const [nth, billId] of ['500000010001', '500000010002', '500000010003'].entries()) {
      await imports(world, { billId })
      await workThroughDelay(world)
      const { reference = '' } = world.texted[nth] ?? {}
      await recordReport(
        world.deps,
        reference,
        report({ state: 'undelivered', trouble: 'unreachable', code: '30003' }),
        world.clock.now(),
      )
      const stopped = await world.deps.db.selectFrom('stopped_address').select('why').execute()
      expect(stopped).toEqual(nth === 2 ? [{ why: 'undelivered' }] : [])
    }
  })
})
