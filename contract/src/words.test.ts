import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { placesIn } from './testing/mainland.ts'

/** Words that no text people read may have, and the word to use. */
const banned: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\be-mail/i, 'email'],
  [/\bsign(?:s|ed|ing)?[ -](?:in|out|themselves)\b/i, 'log in, log out'],
  [/\b(?:some|no|any|every)body\b|\bsomeone\b|\bwhoever\b/i, 'another admin, no one, or the passive'],
  [/\b(?:gives?|given|giving|gave) (?:it |the \w+ |a \w+ )?back\b/i, 'refund'],
  [/(?<!")\bletter\b(?!,? spelling| file|; )/i, 'email'],
  [/\bthe (?:three )?books\b/i, 'gateway, portal and billing system'],
  [/\bsettle(?:s|d)?\b/i, 'resolve'],
  [/\blook(?:s|ed)? (?:again|it up)\b/i, 'check'],
  [/\bcancell(?:ed|ing)\b/i, 'canceled, canceling'],
  [/\bcardholder\b/i, 'card holder'],
  [/\btelephone\b(?!=)/i, 'phone'],
  [/\bcard network\b/i, 'gateway; to customers: bank'],
  [/\bmoney desk\b/i, 'exceptions'],
  [
    /(?<!accounts |many |all |three )\bat once\b|\bmeanwhile\b|\bjust now\b|\bas a rule\b/i,
    'immediately, in the meantime, or nothing',
  ],
  [/\benrol(?:s|ment)?\b/i, 'enroll'],
  [/\bany more\b(?! than)/i, 'anymore'],
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What only developers of the portal read: they prove, measure or play a partner. */
const forDevelopers =
  /^tools\/(?:benches|simulate|failures|chaos|crash|restore|reconciliation|card-data|house|world|payer|proxy|server-process|specification-\w+|web-speed|gateway-simulator)\/|^tools\/demo\/usage\.ts$/
const sources = globSync('{contract,web,server,tools}/{src/,}**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|testing|specification|migrations|build)$/.test(path),
}).filter((path) => !/\.test\.tsx?$/.test(path) && !forDevelopers.test(path))

const documents = globSync('{*.md,docs/**/*.md,server/profile/**/*.*,deploy/*.html,deploy/*.yml,web/index.html}', {
  cwd: root,
}).filter((path) => !/spec-coverage|performance/.test(path))

describe('the words of this portal', () => {
  test.each([
    ["title: 'We sent an e-mail.'", ['email']],
    ['<p>\n  Somebody has cancelled it.\n</p>', ['another admin, no one, or the passive', 'canceled, canceling']],
    ['const text = `${name} gave it back.`', ['refund']],
    ["use('letter') // somebody", []],
    ['sql`select from letter where cancelled`', []],
    ["'Please use letters and numbers.'", []],
  ])('%s', (source, instead) => {
    expect(faultsIn('x.tsx', source).map(([, word]) => word)).toEqual(instead)
  })

  test('are used in every text of contract, web, server and tools', () => {
    expect(sources.length).toBeGreaterThan(400)
    expect(sources.flatMap((path) => faultsIn(path, read(path)).map(said))).toEqual([])
  })

  test('name nothing of the default utility, which is in its profile alone', () => {
    const product = sources.filter((path) => !path.startsWith('tools/'))
    const named = product.flatMap((path) =>
      textsOf(path, read(path)).flatMap(([, text]) => placesIn(text).map((word) => `${path} ${word}: ${text}`)),
    )
    const deployed = globSync('deploy/*', { cwd: root }).flatMap((path) =>
      placesIn(read(path)).map((word) => `${path} ${word}`),
    )
    expect([...named, ...deployed]).toEqual([])
  })

  test('write out no number that the file has as a constant', () => {
    const product = sources.filter((path) => !path.startsWith('tools/')).map((path) => [path, read(path)] as const)
    const shared = product.flatMap(([, source]) => [...source.matchAll(/^export const (\w+) = (\d[\d_]*)$/gm)])
    const repeated = product.flatMap(([path, source]) => {
      const own = [...source.matchAll(/^const (\w+) = (\d[\d_]*)$/gm)]
      const inReach = [...shared, ...own].filter(([, name = '']) => new RegExp(`\\b${name}\\b`).test(source))
      return inReach.flatMap(([, name = '', value = '']) => {
        const written = new RegExp(`(?<![\\d.§])${value.replaceAll('_', ',?')}(?![\\d.])(?!,\\d)`)
        const texts = Number(value.replaceAll('_', '')) > 1 ? textsOf(path, source) : []
        return texts.filter(([, text]) => written.test(text)).map(([, text]) => `${path} ${name}: ${text}`)
      })
    })
    expect(shared.length).toBeGreaterThan(50)
    expect(repeated).toEqual([])
  })

  test('are used in documents, profile and deployment files', () => {
    expect(documents.length).toBeGreaterThan(20)
    expect(documents.flatMap((path) => faultsIn(path, read(path)).map(said))).toEqual([])
  })
})

type Fault = readonly [where: string, instead: string, text: string]

const said = ([where, instead, text]: Fault) => `${where} say ${instead}: ${text}`

function faultsIn(path: string, source: string): Fault[] {
  const texts = /\.tsx?$/.test(path) ? textsOf(path, source) : proseOf(source)
  return texts.flatMap(([at, text]) =>
    banned.flatMap(([pattern, instead]) =>
      [...text.matchAll(new RegExp(pattern, 'gi'))].map((found): Fault => {
        const line = source.slice(0, at + found.index).split('\n').length
        return [`${path}:${line}`, instead, text.slice(Math.max(0, found.index - 30), found.index + 30).trim()]
      }),
    ),
  )
}

type Text = readonly [at: number, text: string]

/** Strings of two words or more and the text of JSX, without comments, SQL and import specifiers. */
function textsOf(path: string, source: string): Text[] {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ')
  const code = source
    .replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, blank)
    .replaceAll(/\bsql(?:<[^`]*>)?`(?:[^`\\]|\\.)*`/g, blank)
    .replaceAll(/^import [^;]*?from '[^']*'/gm, blank)
  const strings = [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)]
  const jsx = path.endsWith('x') ? [...code.matchAll(/(?<=[^=]>)[^<>{}=;]+(?=[<{])/g)] : []
  return [...strings, ...jsx]
    .map((match): Text => [match.index, match[0].replaceAll(/\$\{[^}]*\}/g, blank)])
    .filter(([, text]) => /[A-Za-z’,.:]\s+[A-Za-z]/.test(text) && !notProse.test(text))
}

/** SQL, column names and paths of modules. */
const notProse = /^.\s*(?:(?:select|insert|update|delete|with|create)\s|[\w.]+ as \w+.$|[.#@])/

/** The paragraphs of a document, without code. */
function proseOf(source: string): Text[] {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ')
  return [[0, source.replaceAll(/^ *```[^]*?^ *```/gm, blank).replaceAll(/`[^`]*`|\]\([^)]*\)/g, blank)]]
}
