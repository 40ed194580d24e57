import { expect, test } from 'vitest'
import { type BroadcastState, broadcastStates } from './broadcasts-texts.ts'
import { Body, type BroadcastMove, moved } from './broadcasts.ts'
import { textLength } from './text-messages.ts'

const moves: readonly BroadcastMove[] = ['save', 'ask', 'return', 'approve', 'stop', 'finish', 'delete']

test.each<[BroadcastState, Partial<Record<BroadcastMove, BroadcastState | null>>]>([
  ['DRAFT', { save: 'DRAFT', ask: 'REVIEW', delete: null }],
  ['REVIEW', { save: 'DRAFT', return: 'DRAFT', approve: 'SENDING' }],
  ['SENDING', { stop: 'STOPPED', finish: 'SENT' }],
  ['SENT', {}],
  ['STOPPED', {}],
])('from %s, nothing else happens than %j', (state, legal) => {
  expect(Object.keys(broadcastStates)).toContain(state)
  for (const move of moves) expect(moved(state, move)).toBe(legal[move])
})

test.each([
  ['See https://utility.example/work.', true],
  ['The time is 9:00, and the rate 1:2', true],
  ['See http://utility.example', false],
  ['See ftp://utility.example and https://utility.example', false],
  ['HTTPS://utility.example', false],
  ['https://user:word@utility.example', false],
])('“%s” has only links that an email may have: %s', (text, isGood) => {
  expect(Body.safeParse(text).success).toBe(isGood)
})

test.each([
  ['Hagåtña’s water', { length: 15, odd: null }],
  ['5 € [net]', { length: 12, odd: null }],
  ['wait…', { length: 7, odd: null }],
  ['水', { length: 1, odd: '水' }],
])('“%s” has the length of %j in a text message', (text, length) => {
  expect(textLength(text)).toEqual(length)
})
