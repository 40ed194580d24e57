import { isSafeLink } from '@portal/contract/links'
import { expect, test } from 'vitest'
import { linkAddress } from './link-dialog.tsx'

test.each([
  ['water.example/news', 'https://water.example/news'],
  ['water.example:8443', 'https://water.example:8443'],
  [' https://water.example ', 'https://water.example'],
  ['help@water.example', 'mailto:help@water.example'],
  ['671-555-0111', 'tel:671-555-0111'],
  ['+1 (671) 555-0111', 'tel:+1671555-0111'],
  ['5550111', 'tel:5550111'],
  ['mailto:help@water.example', 'mailto:help@water.example'],
])('%j leads to %s', (typed, address) => {
  expect(linkAddress(typed)).toBe(address)
  expect(isSafeLink(address)).toBe(true)
})

test.each([
  '',
  'here',
  'click here',
  '555011',
  'call 671-555-0111',
  '671-555-0111 or so',
  'write to help@water.example',
  'help@water.example today',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'http://water.example',
  'data:text/html,x',
  'https://bank.example@water.example',
  'https://bank.example:x@water.example',
  '/faq',
])('%j is no link', (typed) => {
  expect(isSafeLink(linkAddress(typed))).toBe(false)
})
