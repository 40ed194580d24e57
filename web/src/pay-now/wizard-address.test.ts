import { expect, test } from 'vitest'
import { wizardSearch } from './wizard-address.ts'

test.each([
  [{ step: 2 }, { step: 2 }],
  [{ step: 3 }, { step: 3 }],
  [{}, {}],
  [{ step: 1 }, {}],
  [{ step: 4 }, {}],
  [{ step: '2' }, {}],
  [{ step: 2, account: '0123456789' }, { step: 2 }],
])('of an address with %j the wizard reads %j', (asked, read) => {
  expect(wizardSearch(asked)).toEqual(read)
})
