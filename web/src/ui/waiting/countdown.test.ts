import { expect, test } from 'vitest'
import { waitInWords } from './countdown.ts'

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [89, '89 seconds'],
  [90, 'about 2 minutes'],
  [247, 'about 4 minutes'],
  [3600, 'about 60 minutes'],
  [7200, 'about 2 hours'],
])('a wait of %i seconds is told as %j', (seconds, words) => expect(waitInWords(seconds)).toBe(words))
