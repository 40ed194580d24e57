import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { agreementFields, agreementLimits } from '@portal/contract/autopay'
import { storedPhone } from '@portal/contract/contact'
import { type Catalog, piecesOf } from '@portal/contract/language'
import { contrastFaults } from '@portal/contract/theme'
import { z } from 'zod'
import { WrongSetting } from './config.ts'
import { type Messages, isLocale, languagesIn, readMessages, readTranslation } from './messages.ts'
import { nearest } from './nearest.ts'
import {
  type Described,
  ServerProfile as Schema,
  profileJsonSchema,
  shippedFiles,
  unknownField,
} from './profile-schema.ts'

const defaultFile = fileURLToPath(new URL('../../profile/default.json', import.meta.url))

/** A profile as it was read, with the files beside it. */
export type ServerProfile = z.infer<typeof Schema> & {
  readonly catalog?: Catalog
  /** The text for cards, and the one for bank accounts. */
  readonly agreementWords: { readonly version: string; readonly text: string; readonly bankText: string }
  readonly messages: Messages
  /** The same in the further languages of its messages, by tag (R46). */
  readonly translations: ReadonlyMap<string, ServerProfile>
}

/** The path of the profile: the file of `PROFILE_FILE`, or the default one. */
export function profileFile(file: string | undefined): string {
  return file ?? defaultFile
}

/**
 * Reads the utility profile from `PROFILE_FILE`, or the default one (docs/operations.md, Settings).
 * @throws WrongSetting saying in one line what is wrong with the file.
 */
export function readProfile(file?: string): ServerProfile {
  const path = profileFile(file)
  const json = readJson(path)
  const parsed = Schema.safeParse(json)
  if (!parsed.success) {
    const text = readFileSync(path, 'utf8')
    const wrong = wrongFields(text, parsed.error.issues, profileJsonSchema)
    throw new WrongSetting(`PROFILE_FILE: wrong in the utility profile ${path}: ${wrong.join('; ')}`)
  }
  if (!isTimeZone(parsed.data.timeZone)) {
    const meant = nearest(parsed.data.timeZone, Intl.supportedValuesOf('timeZone'))
    const hint = meant === undefined ? '' : `, did you mean ${meant}?`
    throw new WrongSetting(`PROFILE_FILE: there is no time zone called ${parsed.data.timeZone}${hint}`)
  }
  const faults = contrastFaults(parsed.data.look)
  if (faults.length > 0)
    throw new WrongSetting(`PROFILE_FILE: the colors have too little contrast: ${faults.join('; ')}`)
  if (!isLocale(parsed.data.locale)) {
    throw new WrongSetting(`PROFILE_FILE: there is no language called ${parsed.data.locale}`)
  }
  const folder = besideOrShipped(parsed.data.messageFiles, shippedFiles.messages, file)
  const { autoPayWords } = parsed.data
  const agreementWords = {
    version: autoPayWords.version,
    text: readAgreementWords(autoPayWords.file, shippedFiles.agreement, ['retryDays'], file),
    bankText: readAgreementWords(autoPayWords.bankFile, shippedFiles.bankAgreement, [], file),
  }
  const inLanguage = (locale: string, messages: Messages, translations: ServerProfile['translations'] = new Map()) => ({
    ...parsed.data,
    phones: parsed.data.phones.map((phone) => ({ ...phone, number: storedPhone(phone.number) })),
    ...readCatalog(locale, file),
    locale,
    agreementWords,
    messages,
    translations,
  })
  const translations = languagesIn(folder).map((tag) => [tag, inLanguage(tag, readTranslation(folder, tag))] as const)
  return inLanguage(parsed.data.locale, readMessages(folder), new Map(translations))
}

/** What is wrong with each field of a JSON text, with its line, and the name probably meant by one that there is not. */
export function wrongFields(text: string, issues: readonly z.core.$ZodIssue[], schema: Described): string[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((name) => `${lineOf(text, [...issue.path, name])}${unknownField(issue.path, name, schema)}`)
      : [`${lineOf(text, issue.path)}${issue.path.join('.')} (${issue.message})`],
  )
}

/** `line 12: `, where the text has the field or what it is in; empty where it has neither. */
export function lineOf(text: string, path: readonly PropertyKey[]): string {
  let at = 0
  for (const step of path) {
    const name = JSON.stringify(step)
    const found = typeof step === 'number' ? itemIn(text, at, step) : text.indexOf(name, at)
    if (found < at) break
    at = typeof step === 'number' ? found : found + name.length
  }
  return at === 0 ? '' : `line ${text.slice(0, at).split('\n').length}: `
}

/** Where an item of the next list begins; -1 when it has none. */
function itemIn(text: string, from: number, nth: number): number {
  let depth = 0
  let passed = 0
  for (const { 0: token, index } of text.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[^\s:]/g)) {
    if (depth === 1 && passed === nth && token !== ',') return from + index
    if (depth === 1 && token === ',') passed += 1
    if (token === '[' || (token === '{' && depth > 0)) depth += 1
    if ((token === ']' || token === '}') && depth > 0) depth -= 1
  }
  return -1
}

/** @throws WrongSetting naming the fields that are missing, or that there are not */
function readAgreementWords(name: string, shipped: string, more: readonly string[], file?: string): string {
  const text = readText(besideOrShipped(name, shipped, file))
  const named = new Set(piecesOf(text).filter((_, index) => index % 2 === 1))
  const needed = [...agreementFields, ...more]
  const missing = needed.filter((field) => !named.has(field))
  if (!agreementLimits.some((field) => named.has(field))) missing.push('limit')
  const known: readonly string[] = [...needed, ...agreementLimits, 'lead']
  const unknown = [...named].filter((field) => !known.includes(field))
  if (missing.length > 0) throw new WrongSetting(`PROFILE_FILE: ${name} lacks {${missing.join('}, {')}}`)
  if (unknown.length > 0) throw new WrongSetting(`PROFILE_FILE: ${name} has no {${unknown.join('}, {')}} to fill in`)
  return text.trim()
}

/** The path of a file or folder that a profile names; ours where it has the name of ours and is not there. */
export function besideOrShipped(name: string, shipped: string, file?: string): string {
  const beside = join(dirname(profileFile(file)), name)
  return name === shipped && !existsSync(beside) ? join(dirname(defaultFile), name) : beside
}

/** The texts of the profile's language, `languages/es-US.json` beside it. Without the file the portal speaks English. */
function readCatalog(locale: string, file?: string): Pick<ServerProfile, 'catalog'> {
  const path = join(dirname(profileFile(file)), 'languages', `${locale}.json`)
  if (!existsSync(path)) return {}
  const parsed = z.record(z.string(), z.string()).safeParse(readJson(path))
  if (!parsed.success) throw new WrongSetting(`PROFILE_FILE: ${path} is no list of texts`)
  return { catalog: parsed.data }
}

/**
 * The utility's logo, as SVG.
 * @throws WrongSetting when the profile names a file that cannot be read, or is no SVG
 */
export function readLogo({ logo, look }: ServerProfile, file?: string): string {
  if (logo === undefined) return drop(look)
  try {
    const svg = readFileSync(resolve(dirname(profileFile(file)), logo), 'utf8')
    if (!svg.includes('<svg')) throw new Error('it is not an SVG file')
    return svg
  } catch (error) {
    throw new WrongSetting(`PROFILE_FILE: ${logo}: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}

function drop({ brand, accent }: ServerProfile['look']): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><linearGradient id="a" x1="0" y1="0" x2=".4" y2="1"><stop stop-color="${accent}"/><stop offset="1" stop-color="${brand}"/></linearGradient><rect width="40" height="40" rx="10" fill="url(#a)"/><path d="M20 8c4.900 5.700 8 9.900 8 14a8 8 0 0 1-16 0c0-4.100 3.100-8.300 8-14z" fill="#fff"/></svg>`
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new WrongSetting(`PROFILE_FILE: the words of AutoPay cannot be read (${reason})`)
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new WrongSetting(`PROFILE_FILE: the utility profile cannot be read (${reason})`)
  }
}

/**
 * A time zone must have a name. PostgreSQL reads an offset such as `+10:00` with the opposite sign, and days would
 * begin hours off.
 */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}
