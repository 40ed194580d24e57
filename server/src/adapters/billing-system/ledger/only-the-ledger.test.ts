import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const source = new URL('../../../', import.meta.url)

test('the schema cis is named by the ledger, by the exchange that fills it, and by the lists of tables', async () => {
  const naming = []
  for await (const file of glob('**/*.ts', { cwd: source })) {
    const isOfTests = /\.test\.ts$|(^|\/)testing\//.test(file)
    const isAllowed =
      /^adapters\/billing-system\/ledger\/|^features\/billing-exchange\/|^database\/tables\/(billing|imports)\.ts$/
    if (isOfTests || isAllowed.test(file)) continue
    if (/\bcis\./.test(await readFile(new URL(file, source), 'utf8'))) naming.push(file)
  }
  expect(naming).toEqual([])
})
