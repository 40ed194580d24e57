import { cents, noCents } from '@portal/contract/money'
import { paymentFormTexts } from '@portal/contract/payments'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { testAccount } from '#testing/data.ts'
import { Review } from './review.tsx'

const noFee = { method: 'card', amount: noCents, fee: noCents, total: noCents, hints: {} } as const

test.each([
  ['a credit', -64_922, 1],
  ['nothing', 0, 0],
  ['a debt', 8053, 0],
])('whoever has %s is told whether nothing needs to be paid', (_what, owed, notes) => {
  render(<Review account={testAccount({ amount: cents(owed) })} name="Ma*** Cr**" fee={noFee} />)
  expect(screen.queryAllByText(paymentFormTexts.inCredit)).toHaveLength(notes)
})

test.each([
  ['a credit', -64_922, 0],
  ['nothing', 0, 0],
  ['a debt', 8053, 1],
])('whoever has %s is shown a date to pay by only when there is something to pay', (_what, owed, dates) => {
  render(<Review account={testAccount({ amount: cents(owed) })} name="Ma*** Cr**" fee={noFee} />)
  expect(screen.queryAllByText('Due date')).toHaveLength(dates)
})
