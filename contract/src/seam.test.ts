import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const productFiles = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => ({ path, code: withoutComments(readFileSync(join(root, path), 'utf8')) }))

interface Source {
  readonly path: string
  readonly code: string
}

const web = productFiles('web/src/**/*.{ts,tsx}')
/** `theme.ts` tells an operator, in English, what is wrong with a profile. */
const contract = withLimits(productFiles('contract/src/**/*.ts').filter(({ path }) => !path.endsWith('theme.ts')))
/** Without the layout, which is the seam itself. */
const emails = productFiles('server/src/**/*.ts').filter(
  ({ path, code }) => !path.endsWith('email-layout.ts') && (code.includes('writeEmail(') || /EmailPart\b/.test(code)),
)

const gluedSentence = /(?<!Error\()`(?:[^`$\n]*[a-z]{2} [^`\n]*\$\{|[^`\n]*\}[^`$'{}\n]* [a-z]{2})[^`\n]*`/g

describe('the seam for a second language', () => {
  test('has every key: the texts of pages, contract and emails', () => {
    const keys = new Set([
      ...web.flatMap(({ code }) => found(code, /\b(?:t|rich)\(\s*('(?:[^'\\\n]|\\.)*')/g)),
      ...web.flatMap(({ code }) => found(code, /\bplural\([^'()]*(?:\([^()]*\)[^'()]*)*,\s*('(?:[^'\\\n]|\\.)*')/g)),
      ...contract.flatMap(({ code }) =>
        found(code, /('(?:[^'\\\n]|\\.)*[a-z’] [a-z](?:[^'\\\n]|\\.)*'|`[^`$\n]*[a-z’] [a-z][^`$\n]*`)/gi),
      ),
      ...emails.flatMap(({ code }) => found(code, /\b(?:text|caption|heading|one|other): ('(?:[^'\\\n]|\\.)*')/g)),
    ])
    expect(keys.size).toBeGreaterThan(1300)
    expect([...keys].filter((key) => /\$\{/.test(key))).toEqual([])
  })

  test('gets whole texts with named holes from pages, never one put together', () => {
    const glued = /\b(?:t|rich)\(\s*(?:`[^`]*\$\{|'(?:[^'\\\n]|\\.)*'\s*\+)|\bplural\([^;]*?,\s*`[^`]*\$\{/g
    expect(web.flatMap((source) => linesOf(source, glued))).toEqual([])
  })

  test('is passed by every text between tags, and by every attribute that people see or hear', () => {
    const between = /(?<=[^=]>)\s*[A-Za-z][a-z]+(?:[ ,.’][^<>{}=;()]*)?\s*(?=<\/|\{t\()/g
    const attribute = /\b(?:title|alt|placeholder|aria-label|aria-description|heading)="[A-Z][a-z]+[^"]*"/g
    const pages = web.filter(({ path }) => path.endsWith('.tsx'))
    expect(pages.flatMap((source) => linesOf(source, between))).toEqual([])
    expect(pages.flatMap((source) => linesOf(source, attribute))).toEqual([])
  })

  test('gets the values of the contract’s sentences by name', () => {
    expect(contract.flatMap((source) => linesOf(source, gluedSentence))).toEqual([])
  })

  test('gets the values of emails by name', () => {
    expect(emails.length).toBeGreaterThan(5)
    const glued = /\b(?:text|caption|heading|subject): (?:`[^`]*\$\{|\{ text: `)/g
    expect(emails.flatMap((source) => linesOf(source, glued))).toEqual([])
  })

  test.each([
    ['<p>Pay now</p>', /(?<=[^=]>)\s*[A-Za-z][a-z]+(?:[ ,.’][^<>{}=;()]*)?\s*(?=<\/|\{t\()/g],
    ['const told = `Pay ${total} now`', gluedSentence],
    ['t(`Copy ${name}`)', /\b(?:t|rich)\(\s*(?:`[^`]*\$\{|'(?:[^'\\\n]|\\.)*'\s*\+)/g],
  ])('would notice %s', (code, pattern) => {
    expect(linesOf({ path: 'x.tsx', code }, pattern)).toHaveLength(1)
  })
})

/** A limit in a sentence is no hole: the sentence is one text, whoever reads it. */
function withLimits(sources: readonly Source[]): Source[] {
  const limits = new Map(
    sources.flatMap(({ code }) =>
      Array.from(code.matchAll(/^export const (\w+) = ([\d_]+)$/gm), ([, name, value]) => [name, value]),
    ),
  )
  return sources.map(({ path, code }) => ({
    path,
    code: code.replaceAll(/\$\{(\w+)\}/g, (hole, name: string) => limits.get(name) ?? hole),
  }))
}

function found(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].flatMap(([, key]) => key ?? [])
}

function linesOf({ path, code }: Source, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].map(
    (match) => `${path}:${code.slice(0, match.index).split('\n').length} ${match[0].trim().slice(0, 60)}`,
  )
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (part) => part.replaceAll(/[^\n]/g, ' '))
}
