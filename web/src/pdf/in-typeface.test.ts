// @vitest-environment node
import { expect, test } from 'vitest'
import { inTypeface } from './in-typeface.ts'

test.each([
  ['María Å. Šimić-Łukasz', 'María Å. Šimić-Łukasz'],
  ['Jose\u0301 Nin\u0303a', 'José Niña'],
  ['Nguyễn Thị Ánh', 'Nguyen Thi Ánh'],
  ['Ｍａｒｉａ', 'Maria'],
  ['Maria 🌺 Cruz', 'Maria ? Cruz'],
  ['👩‍👩‍👧', '?'],
  ['李小龍', '???'],
  ['Мария', '?????'],
  ['\u200EMaria\u200F', 'Maria'],
  ['“$80.53” – paid… ✓', '“$80.53” – paid… ✓'],
  ['one\ntwo', 'one\ntwo'],
])('%j is drawn as %j', (text, drawn) => {
  expect(inTypeface(text)).toBe(drawn)
})
