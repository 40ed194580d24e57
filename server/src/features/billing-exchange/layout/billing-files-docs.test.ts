import { readFileSync } from 'node:fs'
import { billingParts, partsOfData } from '@portal/contract/billing-data'
import { expect, test } from 'vitest'
import { type Column, fileColumns, fileKinds } from './columns.ts'
import { layoutJsonSchema } from './layout-file.ts'

const page = readFileSync(new URL('../../../../../docs/billing-files.md', import.meta.url), 'utf8')

test.each(fileKinds)('docs/billing-files.md describes the columns of %s', (kind) => {
  const rows = fileColumns[kind].map((column: Column) => {
    const name = column.isRequired ? `**\`${column.name}\`**` : `\`${column.name}\``
    return `| ${name} | ${kindOf(column)} | ${column.meaning} |`
  })
  expect(page).toContain(`## ${kind}.csv\n\n| Column | Kind | Meaning |\n|---|---|---|\n${rows.join('\n')}\n`)
})

function kindOf({ kind, length }: Column): string {
  if (kind === 'yesNo') return 'Y or N'
  return kind === 'text' ? `text ${length}` : kind
}

test('docs/billing-files.md says what pages do without a part', () => {
  const rows = billingParts.map((part) => {
    const { columns, without } = partsOfData[part]
    const names = part === 'payments' ? 'payments made elsewhere' : columns.map((name) => `\`${name}\``).join(', ')
    return `| ${names} | ${without} |`
  })
  expect(page).toContain(`| Without | Pages |\n|---|---|\n${rows.join('\n')}\n`)
})

test('docs/billing-files.md describes the fields of a layout', () => {
  const file = layoutJsonSchema.properties?.['files']?.properties?.['accounts']
  const rows = Object.entries(file?.properties ?? {}).map(([name, field]) => {
    const usual = field.default === undefined || JSON.stringify(field.default) === '{}' ? '' : field.default
    return `| \`${name}\` | ${usual === '' ? '' : `\`${JSON.stringify(usual)}\``} | ${field.description} |`
  })
  expect(page).toContain(`| Field | Default | Meaning |\n|---|---|---|\n${rows.join('\n')}\n`)
})
