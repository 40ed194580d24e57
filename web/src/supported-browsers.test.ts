// @vitest-environment node
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Node } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { API, type Project, type Symbol } from 'typescript/unstable/sync'
import { afterAll, expect, test } from 'vitest'
import { supportedInWords } from '../build/browsers.ts'
import { newerInBundle, newerInScripts } from '../build/newer-features.ts'

/** Only of a file that `showSaveFilePicker` gave, which is asked for first. */
const withPicker: readonly string[] = ['FileSystemFileHandle.createWritable', 'FileSystemWritableFileStream.write']

const root = fileURLToPath(new URL('../..', import.meta.url))
const api = new API({ cwd: root })
afterAll(() => api.close())

test('our pages use nothing that a supported browser lacks', () => {
  const shipped = /\/(?:web|contract)\/src\/(?!(?:.*\/)?testing\/|.*\.test\.)/
  expect(newerIn(join(root, 'web/tsconfig.json'), shipped)).toEqual([])
})

test('what one lacks is found by its type, unless the code asks for it first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'newer-'))
  const config = { compilerOptions: { lib: ['esnext', 'dom'], types: [] }, files: ['page.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(
    join(folder, 'page.ts'),
    `export const found = [AbortSignal.any([]), URL.canParse(''), ''.isWellFormed(), new Intl.Segmenter(),
       new Set([1]).union(new Set()), Promise.withResolvers(), [1].values().map(String), new URLPattern({})]
     export const fine = [URL.canParse?.(''), [1].toSorted(), ''.at(0), Promise.any([]), AbortSignal.timeout(1),
       { isWellFormed: () => true }.isWellFormed(), 'closedBy' in HTMLDialogElement.prototype]`,
  )
  expect(newerIn(join(folder, 'tsconfig.json'), /page\.ts$/)).toEqual([
    'AbortSignal.any in page.ts',
    'URL.canParse in page.ts',
    'String.isWellFormed in page.ts',
    'Intl.Segmenter in page.ts',
    'Set.union in page.ts',
    'Promise.withResolvers in page.ts',
    'Iterator.map in page.ts',
    'URLPattern in page.ts',
  ])
  rmSync(folder, { recursive: true })
})

test('a package that calls what one lacks fails the build', () => {
  expect(newerInBundle('a=URL.canParse(b),c=Intl.Segmenter?.(d),new Intl.DurationFormat')).toEqual([
    'Intl.DurationFormat',
  ])
})

test('README says which browsers are supported', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').includes(supportedInWords)).toBe(true)
})

/** As `String.isWellFormed in web/src/page.ts`. */
function newerIn(config: string, files: RegExp): string[] {
  const project = api.updateSnapshot({ openProject: config }).getProject(config)
  if (!project) throw new Error(`No project in ${config}`)
  const named = new Set([...newerInScripts].map((name) => name.slice(name.indexOf('.') + 1)))
  return project.program.getSourceFileNames().flatMap((name) => {
    const file = files.test(name) ? project.program.getSourceFile(name) : undefined
    const used = file ? usesIn(file).filter((node) => isIdentifier(node) && named.has(node.text)) : []
    return project.checker.getSymbolAtLocation(used).flatMap((symbol) => {
      const feature = symbol && featureOf(symbol, project)
      if (!feature || !newerInScripts.has(feature) || withPicker.includes(feature)) return []
      return [`${feature} in ${relative(dirname(config), name)}`]
    })
  })
}

/** The names of what is called, read or made. `name?.()` asks first. */
function usesIn(node: Node): Node[] {
  const found: Node[] = []
  const visit = (inner: Node): void => {
    const { parent } = inner
    if (isPropertyAccessExpression(inner)) {
      const isAsked = (isCallExpression(parent) || isPropertyAccessExpression(parent)) && parent.questionDotToken
      if (!isAsked) found.push(inner.name)
    } else if ((isCallExpression(inner) || isNewExpression(inner)) && isIdentifier(inner.expression)) {
      found.push(inner.expression)
    }
    inner.forEachChild(visit)
  }
  visit(node)
  return found
}

/** Of what the language or the browser brings: as MDN calls it. */
function featureOf(symbol: Symbol, project: Project): string | null {
  const [declared] = symbol.declarations
  if (!declared || !/\/lib\.[\w.]+\.d\.ts$/.test(declared.path)) return null
  const around = declared.resolve(project)?.parent
  // Static members stand in the type of a variable: `declare var URL: { canParse(…) }`.
  const variable = around?.parent && isVariableDeclaration(around.parent) ? around.parent.name : null
  const owner = variable && isIdentifier(variable) ? variable.text : (symbol.getParent()?.name ?? '')
  const known = owner.replace(/^Readonly(?=Array|Set|Map)|(?:Constructor|Object)$/, '')
  return known === '' ? symbol.name : `${known}.${symbol.name}`
}
