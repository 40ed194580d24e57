import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { quotedTexts } from './messages.ts'

const contract = fileURLToPath(new URL('../../contract/src', import.meta.url))

/** Every file of the contract, the one place of texts, as the texts read when they are shown. */
const texts = readdirSync(contract)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) =>
    readFileSync(join(contract, name), 'utf8')
      .replaceAll(String.raw`\'`, "'")
      .replaceAll(String.raw`\n`, '\n'),
  )
  .join('\n')

test.each(quotedTexts)('%j stands in the contract to the letter', (text) => {
  expect(texts).toContain(text)
})
