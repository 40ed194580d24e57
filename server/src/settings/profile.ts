import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adminLevels } from '@portal/contract/admin-levels'
import { agreementFields, agreementLimits } from '@portal/contract/autopay'
import { storedPhone } from '@portal/contract/contact'
import { type Catalog, piecesOf } from '@portal/contract/language'
import { isSafeLink } from '@portal/contract/links'
import { contrastFaults } from '@portal/contract/theme'
import { UtilityProfile } from '@portal/contract/utility'
import { z } from 'zod'
import { WrongSetting } from './config.ts'
import { type Messages, isLocale, languagesIn, readMessages, readTranslation } from './messages.ts'

/** For a utility that has none of its own. */
const shippedWords = 'autopay-agreement.txt'
const shippedMessages = 'messages'
const defaultFile = fileURLToPath(new URL('../../profile/default.json', import.meta.url))

/**
 * The whole utility profile (docs/operations.md, Settings). It is one JSON file; another utility adopts the product by
 * writing its own.
 */
const ServerProfile = UtilityProfile.extend({
  /** The sender of every letter. */
  mailFrom: z.email(),
  /** Whether real money moves. A gateway's test keys are refused with it, and live keys without it. */
  isLive: z.boolean().default(false),
  /** The recipient of the daily mails to finance and of their alerts. */
  financeEmail: z.email(),
  /** Whoever looks after the machines: told once a day what is wrong. Finance where it is left out. */
  operationsEmails: z.array(z.email()).min(1).max(10).optional(),
  /** `mailto:` or `https:`, where weaknesses are reported; customer service where it is left out. */
  securityContact: z
    .string()
    .regex(/^(mailto:|https:\/\/)\S+$/)
    .refine(isSafeLink)
    .optional(),
  /** An SVG file beside the profile; without one, a drop in the utility's colors. */
  logo: z.string().optional(),
  /** Markdown files beside the profile, served by `GET /api/v1/page-text/:name` (R23). */
  pageTexts: z.object({ termsAndConditions: z.string(), privacyPolicy: z.string() }),
  /** AutoPay (docs/operations.md). Days are whole days of the utility. */
  autoPay: z
    .object({
      noticeDays: z.int().min(1).max(28).default(5),
      retryDays: z.int().min(1).max(14).default(3),
      mostPerHour: z.int().min(0).max(360_000).default(20_000),
      oldestImportDays: z.number().positive().default(3),
      /** Whole hours of the utility's day in which charges and their notices leave. */
      hours: z
        .object({ from: z.int().min(0).max(23).default(8), until: z.int().min(1).max(24).default(20) })
        .refine(({ from, until }) => from < until, 'from must be before until')
        .prefault({}),
    })
    .prefault({}),
  /** What customers are told when they asked for it (docs/operations.md). Hours are of the utility's day. */
  notifications: z
    .object({
      delayMinutes: z
        .int()
        .min(0)
        .max(24 * 60)
        .default(60),
      dueSoonDays: z.int().min(1).max(14).default(3),
      overdueDays: z.int().min(1).max(30).default(3),
      hours: z.tuple([z.int().min(0).max(23), z.int().min(1).max(24)]).default([8, 20]),
      emailsPerSecond: z.int().min(1).max(1000).default(20),
      textsPerSecond: z.int().min(1).max(1000).default(1),
      unusualAbove: z.int().min(1).default(1000),
      unusualTimes: z.number().min(1).default(3),
      softBounces: z.int().min(1).max(100).default(3),
      softBounceDays: z.int().min(1).max(90).default(14),
    })
    .prefault({}),
  /** Paperless bills (R43): who decides when emails to a customer come back. */
  paperless: z.object({ whenEmailsFail: z.enum(['staff', 'paper']).default('staff') }).prefault({}),
  /** The words of an AutoPay agreement, a text file beside the profile. Another version is mailed to whoever has agreed. */
  autoPayWords: z
    .object({ version: z.string().regex(/^[\w.-]{1,20}$/), file: z.string() })
    .default({ version: '2', file: shippedWords }),
  /** A folder beside the profile: what notifications say. */
  messageFiles: z.string().default(shippedMessages),
  /** From a bill to its due date, at least. */
  daysToPay: z.int().min(1).max(90).default(21),
  /**
   * The administrator levels that must sign in with a second factor (docs/security.md). For the others it is optional.
   */
  secondFactorLevels: z.array(z.literal([...adminLevels])),
})
export type ServerProfile = z.infer<typeof ServerProfile> & {
  readonly catalog?: Catalog
  readonly agreementWords: { readonly version: string; readonly text: string }
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
  const parsed = ServerProfile.safeParse(readJson(profileFile(file)))
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`)
    throw new WrongSetting(`PROFILE_FILE: wrong in the utility profile: ${wrong.join('; ')}`)
  }
  if (!isTimeZone(parsed.data.timeZone)) {
    throw new WrongSetting(`PROFILE_FILE: there is no time zone called ${parsed.data.timeZone}`)
  }
  const faults = contrastFaults(parsed.data.look)
  if (faults.length > 0)
    throw new WrongSetting(`PROFILE_FILE: the colors have too little contrast: ${faults.join('; ')}`)
  if (!isLocale(parsed.data.locale)) {
    throw new WrongSetting(`PROFILE_FILE: there is no language called ${parsed.data.locale}`)
  }
  const folder = besideOrShipped(parsed.data.messageFiles, shippedMessages, file)
  const agreementWords = readAgreementWords(parsed.data.autoPayWords, file)
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

/** @throws WrongSetting naming the fields that are missing, or that there are not */
function readAgreementWords({ version, file: name }: { version: string; file: string }, file?: string) {
  const text = readText(besideOrShipped(name, shippedWords, file))
  const named = new Set(piecesOf(text).filter((_, index) => index % 2 === 1))
  const missing: string[] = agreementFields.filter((field) => !named.has(field))
  if (!agreementLimits.some((field) => named.has(field))) missing.push('limit')
  const known: readonly string[] = [...agreementFields, ...agreementLimits, 'lead']
  const unknown = [...named].filter((field) => !known.includes(field))
  if (missing.length > 0) throw new WrongSetting(`PROFILE_FILE: ${name} lacks {${missing.join('}, {')}}`)
  if (unknown.length > 0) throw new WrongSetting(`PROFILE_FILE: ${name} has no {${unknown.join('}, {')}} to fill in`)
  return { version, text: text.trim() }
}

function besideOrShipped(name: string, shipped: string, file?: string): string {
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
