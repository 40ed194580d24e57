import { parseSync } from '@swc/core'
import { at, listAt, textAt, walkSyntax } from './read-code.ts'

/** A statement that begins a row of a table, or writes its state. */
export interface StateWrite {
  table: string
  kind: 'begins' | 'moves'
}

/** Of these tables: by the query builder and in SQL. What may name the state unseen counts, too. */
export function stateWritesIn(text: string, tables: readonly string[]): StateWrite[] {
  const found: StateWrite[] = []
  const add = (table: string, kind: StateWrite['kind']) => tables.includes(table) && found.push({ table, kind })
  walkSyntax(parseSync(text, { syntax: 'typescript' }), (node) => {
    const method = textOf(at(at(node, 'callee'), 'property'))
    const args = listAt(node, 'arguments').map((each) => at(each, 'expression'))
    if (method === 'insertInto') add(textAt(args[0]), 'begins')
    if (method === 'set' && args.some(mayNameState)) add(updatedBy(node), 'moves')
    for (const sql of sqlOf(node)) {
      for (const [, table = ''] of sql.matchAll(/\binsert into ([\w.]+)/gi)) add(table, 'begins')
      for (const [, table = '', set = ''] of sql.matchAll(
        /\bupdate ([\w.]+)(?: \w+)? set ((?:(?!\b(?:where|returning)\b).)*)/gi,
      )) {
        if (/\bstate =|(?:^|, )\?/.test(set)) add(table, 'moves')
      }
    }
  })
  return found
}

const textOf = (tree: unknown): string => {
  const name = at(tree, 'value')
  return typeof name === 'string' ? name : ''
}

/** The table of the statement that a chain of calls builds. */
function updatedBy(call: unknown): string {
  for (let each = call; each; each = at(at(each, 'callee'), 'object')) {
    if (textOf(at(at(each, 'callee'), 'property')) === 'updateTable')
      return textAt(at(listAt(each, 'arguments')[0], 'expression'))
  }
  return ''
}

/** An object that names it, or one that is not written out. */
function mayNameState(value: unknown): boolean {
  switch (at(value, 'type')) {
    case 'ParenthesisExpression':
      return mayNameState(at(value, 'expression'))
    case 'ConditionalExpression':
      return mayNameState(at(value, 'consequent')) || mayNameState(at(value, 'alternate'))
    case 'BinaryExpression':
      return mayNameState(at(value, 'right'))
    case 'ObjectExpression':
      return listAt(value, 'properties').some((each) => {
        const spread = at(each, 'arguments')
        return spread ? mayNameState(spread) : textOf(at(each, 'key') ?? each) === 'state'
      })
    default:
      return true
  }
}

/** Texts and templates, a value written as `?`. */
function sqlOf(node: Record<string, unknown>): string[] {
  if (node['type'] === 'StringLiteral') return [textOf(node)]
  if (node['type'] !== 'TemplateLiteral') return []
  const texts = listAt(node, 'quasis').map((quasi) => String(at(quasi, 'raw')))
  return [texts.join('?').replaceAll(/\s+/g, ' ')]
}
