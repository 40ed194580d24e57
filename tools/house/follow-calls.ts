import { posix } from 'node:path'
import { parseSync } from '@swc/core'
import type { Sources } from './read-revision.ts'

/**
 * Code as files that import each other and definitions that use each other. A definition is a function or another name
 * of a module, `file#name`; the handler of a call is `file#route` and the call's name. A method of an interface that has
 * nothing but methods is a definition too. It leads to whatever implements it, in the order in which a reader gets there.
 * Methods of other objects, and those whose name is only computed, are not followed.
 */
export interface Code {
  imports: Map<string, string[]>
  /** What a definition uses: definitions, and `.method` of an object. */
  uses: Map<string, string[]>
  /** The methods of all interfaces that have one of a name, by `.name`. */
  methods: Map<string, string[]>
  /** The SQL that stands in a definition, and `insert into table` for `insertInto('table')`. */
  statements: Map<string, string[]>
}

/** The files that one enters on the way to a definition, from the first to its own. */
export interface Walk {
  end: string
  files: string[]
}

interface Module {
  path: string
  syntax: unknown
  /** The definitions of other files by the names that they have in this one. */
  names: Map<string, string>
}

const moduleScope = 2
const sqlOf = new Map([
  ['insertInto', 'insert into'],
  ['updateTable', 'update'],
  ['deleteFrom', 'delete from'],
  ['selectFrom', 'select from'],
])

export const fileOf = (definition: string): string => definition.split('#')[0] ?? ''
export const nameOf = (definition: string): string => definition.split('#')[1] ?? ''

export function readCode(sources: Sources, paths: readonly string[]): Code {
  const code: Code = { imports: new Map(), uses: new Map(), methods: new Map(), statements: new Map() }
  const modules = paths.map((path) => {
    const syntax = parseSync(sources.get(path) ?? '', { syntax: 'typescript', tsx: path.endsWith('x') })
    const module = { path, syntax, names: importedNames(sources, path, syntax) }
    code.imports.set(path, importedFiles(sources, path, syntax))
    return module
  })
  const server = modules.filter(({ path }) => path.startsWith('server/src/'))
  const interfaces = new Map(server.flatMap(methodInterfaces))
  for (const [name, methods] of interfaces) {
    for (const method of methods) {
      code.uses.set(`${name}.${method}`, [])
      code.methods.set(`.${method}`, [...(code.methods.get(`.${method}`) ?? []), `${name}.${method}`])
    }
  }
  for (const module of server) addDefinitions(code, interfaces, module)
  return code
}

/** The shortest walk to each definition that is reached from one. Only entering another file is a step. */
export function walksFrom(code: Code, start: string): Walk[] {
  const walks = new Map<string, string[]>()
  let layer: Walk[] = [{ end: start, files: [fileOf(start)] }]
  while (layer.length > 0) {
    const further: Walk[] = []
    for (const { end, files } of layer) {
      if (walks.has(end)) continue
      walks.set(end, files)
      for (const next of nextOf(code, end)) {
        if (fileOf(next) === fileOf(end)) layer.push({ end: next, files })
        else further.push({ end: next, files: [...files, fileOf(next)] })
      }
    }
    layer = further
  }
  return [...walks].map(([end, files]) => ({ end, files }))
}

function nextOf(code: Code, definition: string): string[] {
  const seen = seenFrom(code, fileOf(definition)).add(fileOf(definition))
  return (code.uses.get(definition) ?? []).flatMap((use) =>
    use.startsWith('.') ? (code.methods.get(use) ?? []).filter((method) => seen.has(fileOf(method))) : [use],
  )
}

/** The shortest walk from a definition of this name to what `holds` each text, in turn. */
export function shortestWalk(code: Code, from: RegExp, to: readonly RegExp[]): Walk | undefined {
  const starts = [...code.uses.keys()].filter((start) => from.test(nameOf(start)))
  let walks = starts.map((end): Walk => ({ end, files: [fileOf(end)] }))
  for (const text of to) {
    walks = walks.flatMap(({ end: start, files }) =>
      walksFrom(code, start)
        .filter(({ end }) => holds(code, end, text))
        .map(({ end, files: more }) => ({ end, files: [...files, ...more.slice(1)] })),
    )
  }
  return walks.toSorted((one, other) => one.files.length - other.files.length)[0]
}

export function holds(code: Code, definition: string, text: RegExp): boolean {
  return [nameOf(definition), ...(code.statements.get(definition) ?? [])].some((each) => text.test(each))
}

/** The files that a file imports, and those that these import. Itself only when it is in a cycle. */
export function seenFrom({ imports }: Code, path: string): Set<string> {
  const seen = new Set(imports.get(path))
  for (const each of seen) for (const next of imports.get(each) ?? []) seen.add(next)
  return seen
}

export function titlesIn(text: string, path: string): string[] {
  const titles: string[] = []
  walkSyntax(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }), (node) => {
    let callee = node['callee']
    for (let inner = callee; inner; inner = at(callee, 'callee') ?? at(callee, 'object')) callee = inner
    if (/^(test|describe|onDesktopAndPhone)$/.test(textAt(callee))) {
      const title = at(listAt(node, 'arguments')[0], 'expression')
      titles.push(textAt(title), ...listAt(title, 'quasis').map((quasi) => String(at(quasi, 'raw'))))
    }
    return true
  })
  return titles
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const at = (tree: unknown, ...keys: string[]): unknown =>
  keys.reduce((part, key) => (isRecord(part) ? part[key] : undefined), tree)
const textAt = (tree: unknown, ...keys: string[]): string => {
  const value = at(tree, ...keys, 'value')
  return typeof value === 'string' ? value : ''
}
const listAt = (tree: unknown, ...keys: string[]): unknown[] => {
  const value = at(tree, ...keys)
  return Array.isArray(value) ? value : []
}

/** Visits a tree from the outside to the inside; `visit` says false where it need not go further. */
function walkSyntax(tree: unknown, visit: (node: Record<string, unknown>) => boolean): void {
  if (!isRecord(tree) || ('type' in tree && !visit(tree))) return
  for (const part of Object.values(tree)) walkSyntax(part, visit)
}

function nodesOf(tree: unknown, ...types: string[]): Record<string, unknown>[] {
  const nodes: Record<string, unknown>[] = []
  walkSyntax(tree, (node) => (types.includes(String(node['type'])) ? nodes.push(node) === 0 : true))
  return nodes
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

function importedFiles(sources: Sources, path: string, syntax: unknown): string[] {
  const named = nodesOf(syntax, 'ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration')
  const dynamic: string[] = []
  walkSyntax(syntax, (node) => {
    if (at(node, 'callee', 'type') === 'Import') dynamic.push(textAt(listAt(node, 'arguments')[0], 'expression'))
    return true
  })
  const specifiers = [...named.map((node) => textAt(node, 'source')), ...dynamic]
  return [...new Set(specifiers.flatMap((specifier) => resolve(sources, path, specifier) ?? []))]
}

function importedNames(sources: Sources, path: string, syntax: unknown): Map<string, string> {
  return new Map(
    nodesOf(syntax, 'ImportDeclaration').flatMap((node) => {
      const file = resolve(sources, path, textAt(node, 'source'))
      return listAt(node, 'specifiers').map((name): [string, string] => {
        const local = textAt(name, 'local')
        return [local, file ? `${file}#${textAt(name, 'imported') || local}` : '']
      })
    }),
  )
}

/** The interfaces of a file that have nothing but methods, with the names of these. */
function methodInterfaces({ path, syntax }: Module): [string, string[]][] {
  return nodesOf(syntax, 'TsInterfaceDeclaration').flatMap((node) => {
    const members = listAt(node, 'body', 'body')
    const isMethod = (member: unknown) =>
      at(member, 'type') === 'TsMethodSignature' ||
      at(member, 'typeAnnotation', 'typeAnnotation', 'type') === 'TsFunctionType'
    return members.every(isMethod)
      ? [[`${path}#${textAt(node, 'id')}`, members.map((member) => textAt(member, 'key'))]]
      : []
  })
}

function addDefinitions(code: Code, interfaces: ReadonlyMap<string, string[]>, module: Module): void {
  const { path, syntax, names } = module
  for (const node of nodesOf(syntax, 'FunctionDeclaration', 'ClassDeclaration', 'VariableDeclarator')) {
    const name = textAt(node, 'identifier') || textAt(node, 'id')
    const type = [at(node, 'returnType'), at(node, 'id', 'typeAnnotation'), at(node, 'init', 'returnType')].find(
      Boolean,
    )
    const typeName = textAt(type, 'typeAnnotation', 'typeName')
    const implemented = names.get(typeName) ?? `${path}#${typeName}`
    const methods = interfaces.get(implemented) ?? []
    const parts = nodesOf(node, 'ObjectExpression').flatMap((each) => listAt(each, 'properties'))
    const keyOf = (part: unknown) => textAt(part, 'key') || textAt(part)
    const implementing = parts.filter((part) => methods.includes(keyOf(part)))
    for (const part of implementing) {
      const own = `${path}#${name}:${keyOf(part)}`
      code.uses.get(`${implemented}.${keyOf(part)}`)?.push(own)
      addDefinition(code, own, part, module)
    }
    addDefinition(code, `${path}#${name}`, node, module, implementing)
  }
  walkSyntax(syntax, (node) => {
    const [, call, ...handler] = listAt(node, 'arguments')
    const called = names.get(textAt(call, 'expression'))
    if (called && /^(route|adminRoute)$/.test(textAt(node, 'callee')))
      addDefinition(code, `${path}#route ${nameOf(called)}`, handler, module)
    return true
  })
}

function addDefinition(code: Code, name: string, tree: unknown, { path, names }: Module, except: unknown[] = []): void {
  const uses: string[] = []
  const statements: string[] = []
  walkSyntax(tree, (node) => {
    const type = String(node['type'])
    if (except.includes(node) || /^Ts(?!As|Const|NonNull|Satisfies)/.test(type)) return false
    if (type === 'Identifier' && node['ctxt'] === moduleScope)
      uses.push(names.get(textAt(node)) ?? `${path}#${textAt(node)}`)
    if (type === 'MemberExpression') uses.push(`.${textAt(node, 'property')}`)
    if (type === 'TaggedTemplateExpression' && textAt(node, 'tag') === 'sql') {
      statements.push(
        listAt(node, 'template', 'quasis')
          .map((quasi) => at(quasi, 'raw'))
          .join('?'),
      )
    }
    const verb = sqlOf.get(textAt(node, 'callee', 'property'))
    if (verb) statements.push(`${verb} ${textAt(listAt(node, 'arguments')[0], 'expression')}`)
    return true
  })
  code.uses.set(
    name,
    uses.filter((use) => use !== name),
  )
  code.statements.set(name, statements)
}
