import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { WrongSetting } from '../../../settings/config.ts'
import { nearest } from '../../../settings/nearest.ts'
import { Described } from '../../../settings/profile-schema.ts'
import { type ServerProfile, lineOf, profileFile, wrongFields } from '../../../settings/profile.ts'
import { type Column, type FileKind, fileColumns, fileKinds } from './columns.ts'
import { type Expression, addends, columnsIn, parseExpression, textFormula } from './computed.ts'
import { imageNameFault, longestPattern, patternFault } from './file-names.ts'
import { isDateForm, negativeForms } from './forms.ts'
import { valueReader } from './read-values.ts'

/** Where a value stands: a name in the header, a column counted from 1, or the first and the last character of it. */
const Place = z.union([
  z.string().min(1).max(200),
  z.int().min(1).max(1000),
  z
    .tuple([z.int().min(1).max(10_000), z.int().min(1).max(10_000)])
    .refine(([from, to]) => from <= to, 'from is after to'),
])
export type Place = z.infer<typeof Place>

const Pattern = z.string().min(1).max(longestPattern)

export const encodings = ['utf-8', 'utf-16', 'windows-1252', 'cp437', 'latin1'] as const

/** One file of a layout (docs/billing-files.md). */
const LayoutFile = z.strictObject({
  match: z.union([Pattern, z.array(Pattern).min(1)]).describe('the file’s name, with `*` and `{as_of:YYYYMMDD}`'),
  fixed: z.boolean().default(false).describe('columns are counted in characters, `[from, to]`'),
  delimiter: z.string().length(1).default(',').describe('between columns, such as `;`, `|` or `\\t`'),
  quotes: z.boolean().default(true).describe('whether a column in `"` may have the delimiter in it'),
  header: z.boolean().default(true).describe('whether the first line has names'),
  encoding: z
    .enum(encodings)
    .default('utf-8')
    .describe('`utf-8`, `utf-16`, `windows-1252`, `cp437` or `latin1`, with a byte order mark or without'),
  lastLineEnds: z
    .boolean()
    .default(true)
    .describe('`false` where the system writes no line end after the last line: a file cut short is then not noticed'),
  date: z
    .string()
    .refine(isDateForm, 'a form of YYYY or YY, MM or M, DD or D')
    .default('YYYY-MM-DD')
    .describe('of all dates; two digits of a year are of the nearest century'),
  amount: z
    .strictObject({
      decimals: z.enum(['point', 'implied2']).default('point').describe('`implied2`: the last two digits are cents'),
      negative: z
        .array(z.enum(negativeForms))
        .default([...negativeForms])
        .describe('how amounts below zero are written'),
    })
    .prefault({})
    .describe('of all amounts'),
  recordType: z
    .strictObject({ at: Place, is: z.union([z.string(), z.array(z.string()).min(1)]) })
    .optional()
    .describe('in a file of several kinds of lines: only those with this value there are read'),
  columns: z
    .record(z.string().regex(/^[a-z]\w{0,39}$/, 'a name of small letters'), Place)
    .optional()
    .describe('where each column stands; without it, the header has the names of the simple format'),
  constant: z.record(z.string(), z.string()).default({}).describe('columns that are the same in every row'),
  compute: z.record(z.string(), z.string().max(200)).default({}).describe('columns made of others'),
})
export type LayoutFile = z.infer<typeof LayoutFile>

const Images = z.strictObject({
  match: z.union([Pattern, z.array(Pattern).min(1)]).describe('the zip’s name, as of other files'),
  name: Pattern.default('{account}_{bill_date:YYYYMMDD}.pdf').describe('of each image in it'),
})

const Layout = z.strictObject({
  $comment: z.string().optional(),
  name: z.string().min(1).max(60),
  files: z.strictObject({
    accounts: LayoutFile,
    customers: LayoutFile.optional(),
    bills: LayoutFile.optional(),
    usage: LayoutFile.optional(),
  }),
  images: Images.optional(),
})
export type Layout = z.infer<typeof Layout>

/** For the docs, and for the name probably meant by an unknown one. */
export const layoutJsonSchema = Described.parse(z.toJSONSchema(Layout, { io: 'input' }))

const named = (kind: FileKind) => ({
  match: [`${kind}.csv`, `${kind}_{as_of:YYYYMMDD}.csv`, `${kind}_{as_of:YYYY-MM-DD}.csv`],
})
/** Without a layout file: the names of docs/billing-files.md. */
export const simpleLayout: Layout = Layout.parse({
  name: 'simple',
  files: Object.fromEntries(fileKinds.map((kind) => [kind, named(kind)])),
  images: { match: 'images*.zip' },
})

/** The layout of the profile, or the simple one. @throws WrongSetting naming the file and the line */
export function layoutOf({ billingFiles }: ServerProfile, file?: string): Layout {
  return billingFiles === undefined ? simpleLayout : readLayout(resolve(dirname(profileFile(file)), billingFiles))
}

/** @throws WrongSetting */
export function readLayout(path: string): Layout {
  const wrong = (what: string) => new WrongSetting(`PROFILE_FILE: wrong in the layout ${path}: ${what}`)
  let text = ''
  let json: unknown
  try {
    text = readFileSync(path, 'utf8')
    json = JSON.parse(text)
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : 'unreadable')
  }
  const parsed = Layout.safeParse(json)
  if (!parsed.success) throw wrong(wrongFields(text, parsed.error.issues, layoutJsonSchema).join('; '))
  const { files, images } = parsed.data
  const faults = [...fileKinds.flatMap((kind) => layoutFaults(kind, files[kind])), ...imageFaults(images)]
  if (faults.length === 0) return parsed.data
  throw wrong(faults.map(([fault, ...place]) => `${lineOf(text, place)}${place.join('.')} (${fault})`).join('; '))
}

/** What is wrong and where: what one field says about another, or about the columns there are. */
type LayoutFault = readonly [fault: string, ...path: readonly (string | number)[]]

function layoutFaults(kind: FileKind, file: LayoutFile | undefined): LayoutFault[] {
  if (!file) return []
  const { columns, constant, compute } = file
  const known: ReadonlyMap<string, Column> = new Map(fileColumns[kind].map((column) => [column.name, column]))
  const faults: LayoutFault[] = []
  const add = (fault: string, ...place: string[]) => void faults.push([fault, 'files', kind, ...place])
  for (const fault of matchFaults(file)) add(fault, 'match')
  const isUsed = new Set<string>()
  for (const [name, source] of Object.entries(compute)) {
    const column = known.get(name)
    if (!column) add(unknown(name, [...known.keys()]), 'compute', name)
    else {
      const found = expressionOf(source, column)
      if (typeof found === 'string') add(found, 'compute', name)
      else
        for (const each of columnsIn(found)) {
          isUsed.add(each)
          if (!(columns ? columns[each] : known.get(each))) add(`there is no column ${each}`, 'compute', name)
        }
    }
  }
  for (const [name, value] of Object.entries(constant)) {
    const column = known.get(name)
    if (!column) add(unknown(name, [...known.keys()]), 'constant', name)
    else if (columns?.[name] !== undefined || compute[name] !== undefined) add('it is a column, too', 'constant', name)
    else {
      const read = constantOf(column, file, value)
      if (read !== null) add(read, 'constant', name)
    }
  }
  if (!columns) {
    if (file.fixed || !file.header) add('columns are missing', 'columns')
    return faults
  }
  for (const [name, place] of Object.entries(columns)) {
    const fault = placeFault(place, file)
    if (fault !== null) add(fault, 'columns', name)
    if (!known.has(name) && !isUsed.has(name)) add(unknown(name, [...known.keys()]), 'columns', name)
  }
  if (file.recordType) {
    const fault = placeFault(file.recordType.at, file)
    if (fault !== null) add(fault, 'recordType', 'at')
  }
  for (const { name, isRequired } of known.values())
    if (isRequired && [columns, constant, compute].every((given) => given[name] === undefined))
      add(`${name} is missing`, 'columns')
  return faults
}

const matchFaults = ({ match }: { match: string | string[] }): string[] =>
  [match].flat().flatMap((pattern) => patternFault(pattern) ?? [])

function imageFaults(images: Layout['images']): LayoutFault[] {
  if (!images) return []
  const nameFault = imageNameFault(images.name)
  return [
    ...matchFaults(images).map((fault): LayoutFault => [fault, 'images', 'match']),
    ...(nameFault === null ? [] : [[nameFault, 'images', 'name'] as const]),
  ]
}

function placeFault(place: Place, { fixed, header }: LayoutFile): string | null {
  if (Array.isArray(place) !== fixed)
    return fixed ? 'a file of fixed width has [from, to]' : '[from, to] is for a file of fixed width'
  return typeof place === 'string' && !header ? 'the file has no header with names' : null
}

function expressionOf(source: string, { kind }: Column): Expression | string {
  try {
    const expression = parseExpression(source)
    if (kind === 'amount') addends(expression)
    else textFormula(expression, () => () => '')
    return expression
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return error.message
  }
}

function constantOf(column: Column, { date, amount }: LayoutFile, value: string): string | null {
  const read = valueReader(column, { date, amount, near: 2000 })(value)
  return typeof read === 'string' ? null : `it ${read.fault}`
}

function unknown(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return `unknown${meant === undefined ? '' : `, did you mean ${meant}?`}`
}
