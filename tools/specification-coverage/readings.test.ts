import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readings = read('docs/readings.md')
const listed = [...readings.matchAll(/^\| ([RP]\d+) \|/gm)].map(([, name]) => name)

describe('docs/readings.md', () => {
  test('lists each reading and each rule once, in order', () => {
    const numbered = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
    expect(listed).toEqual([...numbered('R', 28), ...numbered('P', 6)])
  })

  test('names no file that does not exist', () => {
    const paths = [...readings.matchAll(/`((?:contract|server|web|tools)\/[^`]+)`/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(28)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('explains every reading that is cited', () => {
    const sources = globSync('{contract,server,web,e2e}/**/*.{ts,tsx,sql}', {
      cwd: root,
      exclude: (path) => path === 'node_modules' || path === 'dist' || path.endsWith('/node_modules'),
    })
    const cited = sources.flatMap((path) => [...read(path).matchAll(/\b(R\d{1,2})\b/g)].map(([, name]) => name))
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter((name) => !listed.includes(name))).toEqual([])
  })
})
