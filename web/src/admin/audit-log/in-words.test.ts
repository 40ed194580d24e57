import type { AuditAction } from '@portal/contract/audit-log'
import { expect, test } from 'vitest'
import { changesOf, subjectOf } from './in-words.ts'

const content = JSON.stringify({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'No wa' },
        { type: 'text', text: 'ter', marks: [{ type: 'bold' }] },
      ],
    },
    { type: 'paragraph', content: [{ type: 'text', text: 'on Monday' }] },
  ],
})

test.each<[AuditAction, Record<string, unknown> | null, Record<string, unknown>, string[]]>([
  [
    'autopay-changed',
    null,
    { state: 'PAUSED', why: 'staff', note: 'Leak' },
    ['Status: Paused', 'Reason: Paused by staff', 'Note: Leak'],
  ],
  [
    'autopay-exception-seen',
    null,
    { exception: 'late', why: 'Called' },
    ['Exception: Held past its due date', 'Reason: Called'],
  ],
  ['switch-changed', { flag: 1 }, { flag: 0 }, ['For customers: Off for maintenance → On']],
  ['announcement-shown', { flag: 0 }, { flag: 1 }, ['For customers: Hidden → Visible']],
  [
    'announcement-added',
    null,
    { title: 'Dry', type: null, content },
    ['Title: Dry', 'Type: Text', 'Content: No water on Monday'],
  ],
  ['announcement-added', null, { content: JSON.parse(content) }, ['Content: No water on Monday']],
  ['announcement-changed', { title: 'Dry', type: 'Image' }, { title: 'Wet', type: 'Image' }, ['Title: Dry → Wet']],
  ['customer-details-changed', null, { changed: ['e-mail', 'add MOBILE'] }, ['Changed: e-mail, mobile phone added']],
  ['payment-settled', null, { did: 'resolveNotCharged', why: 'Asked' }, ['Resolution: Not charged', 'Reason: Asked']],
  ['billing-told-again', null, { did: 'retryPosting', why: 'Asked' }, ['Reason: Asked']],
  ['report-exported', null, { pay_date_start: '2026-11-01' }, ['From date: 11/01/2026']],
  ['customer-password-reset', { isLocked: true }, {}, ['Was locked: Yes → none']],
  [
    'autopay-changed',
    null,
    { state: 'ACTIVE', card: 'Visa 4242', most: null, rule: 'dueDate', number: 0 },
    ['Status: On', 'Card: Visa 4242', 'Most per bill: No limit', 'Charged: On the due date'],
  ],
  ['autopay-changed', null, { state: 'PAUSED', why: 'declined_twice' }, ['Status: Paused', 'Reason: Declined twice']],
  ['admin-added', null, { madeUpField: 7 }, ['Made up field: 7']],
])('%s is told in words', (action, before, after, told) => {
  const lines = changesOf({ action, before, after }).map(
    (change) => `${change.name}: ${[change.before, change.after].filter((value) => value !== null).join(' → ')}`,
  )
  expect(lines).toEqual(told)
})

test('what was recorded as text that is no document is shown as it is', () => {
  const after = { content: 'as it was' }
  expect(changesOf({ action: 'announcement-added', before: null, after })[0]?.after).toBe('as it was')
})

test('the kind of a discrepancy is read by its name, and other subjects are left alone', () => {
  expect(subjectOf({ action: 'discrepancy-settled', subject: 'postedTwice W-7' })).toBe('Posted twice W-7')
  expect(subjectOf({ action: 'payment-look-asked', subject: 'payment W-7' })).toBe('payment W-7')
  expect(subjectOf({ action: 'admin-added', subject: 'annaMaria' })).toBe('annaMaria')
})
