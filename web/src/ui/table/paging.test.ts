import { expect, test } from 'vitest'
import { pageWindow } from './paging.tsx'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 9, [1, 2, 3, 4]],
  [2, 9, [1, 2, 3, 4]],
  [3, 9, [2, 3, 4, 5]],
  [5, 9, [4, 5, 6, 7]],
  [8, 9, [6, 7, 8, 9]],
  [9, 9, [6, 7, 8, 9]],
  [1, 0, []],
])('on page %i of %i, four pages are offered: %j (A§9)', (page, pages, offered) => {
  expect(pageWindow(page, pages, 4)).toEqual(offered)
})
