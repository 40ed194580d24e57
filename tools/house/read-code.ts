import { posix } from 'node:path'
import { parseSync } from '@swc/core'
import type { Sources } from './read-revision.ts'

/** Which files of the repository each file imports, lazily or for types, too. */
export function importsOf(sources: Sources, paths: readonly string[]): Map<string, string[]> {
  const specifier = /\b(?:from|import)\s*\(?\s*'([^']+)'/g
  return new Map(
    paths.map((path) => {
      const specifiers = [...(sources.get(path) ?? '').matchAll(specifier)].map(([, name = '']) => name)
      return [path, [...new Set(specifiers.flatMap((name) => resolve(sources, path, name) ?? []))]]
    }),
  )
}

function resolve(sources: Sources, importer: string, specifier: string): string | undefined {
  const own = importer.replace(/^(?:(server|web)|(\w+)).*$/, (_, withSource?: string, without?: string) =>
    withSource ? `${withSource}/src/` : `${without}/`,
  )
  const path = specifier
    .replace(/^#/, own)
    .replace(/^@portal\/contract\/(.*)$/, 'contract/src/$1.ts')
    .replace(/^@portal\/server\//, 'server/src/')
    .replace(/^@portal\//, '')
    .replace(/^[.].*$/, (relative) => posix.join(posix.dirname(importer), relative))
  return sources.has(path) ? path : undefined
}

/** Of the tests and groups of tests in a file. */
export function titlesIn(text: string, path: string): string[] {
  const titles: string[] = []
  walkSyntax(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }), (node) => {
    let callee = node['callee']
    for (let inner = callee; inner; inner = at(callee, 'callee') ?? at(callee, 'object')) callee = inner
    if (/^(test|describe|onDesktopAndPhone)$/.test(textAt(callee))) {
      const title = at(listAt(node, 'arguments')[0], 'expression')
      titles.push(textAt(title), ...listAt(title, 'quasis').map((quasi) => String(at(quasi, 'raw'))))
    }
  })
  return titles
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
export const at = (tree: unknown, key: string): unknown => (isRecord(tree) ? tree[key] : undefined)
export const textAt = (tree: unknown): string => {
  const value = at(tree, 'value')
  return typeof value === 'string' ? value : ''
}
export const listAt = (tree: unknown, key: string): unknown[] => {
  const value = at(tree, key)
  return Array.isArray(value) ? value : []
}

export function walkSyntax(tree: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (!isRecord(tree)) return
  if ('type' in tree) visit(tree)
  for (const part of Object.values(tree)) walkSyntax(part, visit)
}
