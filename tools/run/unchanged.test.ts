import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lastPasses } from './unchanged.ts'

let root: string
const tests = [
  'server/src/rules.test.ts',
  'server/src/documents.test.ts',
  'e2e/journeys/pay.spec.ts',
  'e2e/journeys/console.spec.ts',
]

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unchanged-'))
  write({
    'package-lock.json': '{}',
    'vitest.config.ts': '',
    'e2e/playwright.config.ts': `export default { outputDir: '../var/results', globalSetup: '../server/src/amounts.ts' }`,
    'web/src/testing/setup.ts': '',
    'tools/postgres/vitest-setup.ts': '',
    'var/results/old.txt': '',
    'server/package.json': '{ "imports": { "#*": "./src/*" } }',
    'server/src/rules.test.ts': `import './rules.ts'`,
    'server/src/rules.ts': `import '#amounts.ts'; new URL('../messages/', import.meta.url)`,
    'server/src/amounts.ts': '',
    'server/messages/welcome.md': 'Welcome',
    'server/src/documents.test.ts': `readFileSync('README.md')`,
    'e2e/journeys/pay.spec.ts': `import '../steps/pay.ts'`,
    'e2e/journeys/console.spec.ts': `import '../steps/console.ts'`,
    'e2e/steps/pay.ts': '',
    'e2e/steps/console.ts': '',
    'web/src/admin/page.tsx': '',
    'web/src/ui/button.tsx': '',
  })
  const passes = lastPasses(root)
  passes.unchanged(tests)
  passes.remember(tests)
})
afterEach(() => rmSync(root, { recursive: true }))

describe('given that all tests have passed', () => {
  test('then only one that reads files itself is run again', () => {
    expect(againAfter({})).toEqual(['server/src/documents.test.ts'])
  })

  test.each([
    ['what a test reaches by imports', 'server/src/amounts.ts', ['server/src/rules.test.ts', ...tests.slice(2)]],
    ['what it reads', 'server/messages/welcome.md', ['server/src/rules.test.ts']],
    ['a new file in a folder that it reads', 'server/messages/farewell.md', ['server/src/rules.test.ts']],
    ['a page of the console', 'web/src/admin/page.tsx', ['e2e/journeys/console.spec.ts']],
    ['what all pages use', 'web/src/ui/button.tsx', ['e2e/journeys/pay.spec.ts', 'e2e/journeys/console.spec.ts']],
    ['the packages', 'package-lock.json', tests],
    ['what a run leaves behind', 'var/results/new.txt', []],
  ])('when %s changes, then the tests that it concerns are run again', (_, file, expected) => {
    expect(againAfter({ [file]: '// changed' })).toEqual(
      tests.filter((each) => expected.includes(each) || each.includes('documents')),
    )
  })
})

test('a test that has never passed is run', () => {
  rmSync(join(root, 'var'), { recursive: true })
  expect(againAfter({})).toEqual(tests)
})

test('a test that failed is run again', () => {
  write({ 'server/src/amounts.ts': '// changed' })
  const passes = lastPasses(root)
  passes.unchanged(tests)
  passes.remember([])
  expect(againAfter({})).toContain('server/src/rules.test.ts')
})

function againAfter(change: Record<string, string>): string[] {
  write(change)
  const unchanged = lastPasses(root).unchanged(tests)
  return tests.filter((file) => !unchanged.includes(file))
}

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}
