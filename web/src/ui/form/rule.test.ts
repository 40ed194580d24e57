import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkBySchema } from './rule.ts'

const check = checkBySchema(
  z.object({
    name: z.string().min(1, 'Name is required.').regex(/^\w/, 'Name is wrong.'),
    expiry: z.object({ month: z.string().min(1, 'Month is required.') }),
  }),
)

test('given several mistakes at a field, then the first message stands', () => {
  expect(check({ name: '', expiry: { month: '01' } })).toEqual({ name: 'Name is required.' })
})

test('a mistake inside of a value stands under its path', () => {
  expect(check({ name: 'Maria', expiry: { month: '' } })).toEqual({ 'expiry.month': 'Month is required.' })
})

test('given no mistake, then nothing stands', () => {
  expect(check({ name: 'Maria', expiry: { month: '01' } })).toEqual({})
})
