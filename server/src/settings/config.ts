import { readFileSync } from 'node:fs'
import { callGroups } from '@portal/contract/call'
import { z } from 'zod'
import { gateways } from '../adapters/payment-gateway/gateways.ts'
import type { ChosenGateway, GatewayChoice } from '../adapters/payment-gateway/port-choice.ts'
import { gatewayUrl, listOf } from '../adapters/settings.ts'
import { databaseUrl, domain, exchangeAddress, origin, publicOrigin, smtpUrl } from './addresses.ts'
import { whyHostsCannotWork } from './hosts.ts'
import { unknownNames } from './unknown-names.ts'

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')
const [usualGateway = ''] = Object.keys(gateways)
const served = ['pages', ...callGroups] as const

/**
 * Every setting of a server process, from its environment. This is the only place that reads `process.env`.
 * A secret may also be given as a file: `CARD_GATEWAY_PASSWORD_FILE=/run/secrets/...`.
 */
const Settings = z.object({
  /** `postgres://…` of the one database. */
  DATABASE_URL: databaseUrl,
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(20),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** The origin people type; cookies are `Secure` and HSTS is sent when it is https. */
  PUBLIC_URL: publicOrigin.default('http://localhost:3000'),
  /** What this process serves: the pages, and groups of calls (R28). */
  SERVES: listOf(z.enum(served)).default([...served]),
  /**
   * The origin that takes the calls of a group. When unset, it is the one the page came from. It must be the same on
   * every process, like `WEB_ORIGINS` and `COOKIE_DOMAIN`.
   */
  GENERAL_URL: origin.optional(),
  DASHBOARD_URL: origin.optional(),
  PAY_NOW_URL: origin.optional(),
  ADMIN_URL: origin.optional(),
  /** The origins whose pages may make calls to this process with their visitors' cookies. */
  WEB_ORIGINS: listOf(origin).default([]),
  /** The domain that all hosts share. Cookies for it reach all of them. */
  COOKIE_DOMAIN: domain.optional(),
  /** The number of proxies in front of the server whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** The utility profile; the default is the demo utility's. */
  PROFILE_FILE: z.string().optional(),
  /** The built web app; the default is `web/dist`. */
  WEB_FOLDER: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Whether this process also runs the background work: postings, look-ups, emails. */
  WORKER: onOff.default(true),
  /**
   * How long a process that was asked to stop still takes calls, so that load balancers notice `/readyz` and stop
   * sending it any.
   */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(5),
  /** How many days notes of stepwise clients are kept (insert-transaction-logs). */
  CLIENT_NOTE_DAYS: z.coerce.number().int().min(1).max(3650).default(400),
  /**
   * Multiplies the tries of every limit in foundation/rate-limits: for load tests, or for many people behind one
   * address.
   */
  RATE_LIMIT_FACTOR: z.coerce.number().int().min(1).max(1_000_000).default(1),
  /** Signs the human-verification challenges. At least 32 characters, the same on every process. */
  HUMAN_CHECK_SECRET: z.string().min(32),
  /** Derives the secrets of the links in emails. At least 32 characters, the same on every process. */
  LINK_SECRET: z.string().min(32),
  /** Encrypts the secrets of administrators' authenticator apps. At least 32 characters, the same on every process. */
  SECOND_FACTOR_SECRET: z.string().min(32),
  /** How hard a challenge is: PBKDF2 rounds per guess. Below 500, it also needs fewer guesses. Small in tests. */
  HUMAN_CHECK_COST: z.coerce.number().int().min(1).max(1_000_000).default(5000),
  /** Which gateway takes the cards. The rest is what that one needs, in its folder. */
  CARD_GATEWAY: z.enum(Object.keys(gateways)).default(usualGateway),
  /** How long one charge may take before its outcome is unknown. */
  CARD_GATEWAY_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(120).default(65),
  /**
   * Multiplies every wait of the payment engine's schedules. It also multiplies the leases of payments and emails,
   * which are never shorter than ten seconds. Below 1 only in tests and the demo.
   */
  PAYMENT_PACE: z.coerce.number().positive().max(1).default(1),
  /** `smtp://user:password@host:port` or `smtps://…`. */
  SMTP_URL: smtpUrl,
  /** Each email leaves with an envelope sender of its own there, to which reports about it come (docs/operations.md). */
  BOUNCE_DOMAIN: domain.optional(),
  /** Signs the reports about emails that are posted to us; two while it is rotated. */
  EMAIL_REPORT_SECRET: listOf(z.string().min(32)).optional(),
  /** Of billing files that wait and that were imported: the same for every process. Without it, none come by themselves. */
  BILLING_FOLDER: z.string().startsWith('/', 'a folder such as /var/lib/portal/billing').optional(),
  /** Where `portal fetch` and `portal deliver` find the billing system. */
  EXCHANGE_URL: exchangeAddress.optional(),
  /** A private key, or a password. */
  EXCHANGE_KEY: z.string().optional(),
  EXCHANGE_PASSWORD: z.string().optional(),
  /** Fingerprints of the host. */
  EXCHANGE_HOST_KEY: listOf(z.string().regex(/^SHA256:[\w+/]{43}$/, 'as ssh-keygen -l prints it, SHA256:…')).optional(),
  EXCHANGE_FETCH_FOLDER: z.string().default('.'),
  EXCHANGE_DELIVER_FOLDER: z.string().default('.'),
  /** To which the billing system moves what it has loaded. */
  EXCHANGE_LOADED_FOLDER: z.string().optional(),
})

const NoTexts = z.object({ TEXT_MESSAGES: z.literal('none', 'none or twilio').default('none') })

const sid = (kind: string) => z.string().regex(new RegExp(`^${kind}[0-9a-f]{32}$`), `an id such as ${kind}0123…`)

const TwilioSettings = z.object({
  TEXT_MESSAGES: z.literal('twilio'),
  TWILIO_ACCOUNT_SID: sid('AC'),
  /** Signs in, and signs Twilio’s events; two while it is rotated, the one to sign in with first. */
  TWILIO_AUTH_TOKEN: z
    .string()
    .regex(/^\w{16,}(, *\w{16,})?$/, 'a token, or two with a comma between')
    .transform((text) => text.split(/, */)),
  TWILIO_MESSAGING_SERVICE_SID: sid('MG'),
  /** Another address only for a stand-in. */
  TWILIO_API_URL: gatewayUrl.optional(),
})

/** `TEXT_MESSAGES` says who sends text messages, and the rest is what that one needs. */
export type TextSettings = z.infer<typeof NoTexts> | z.infer<typeof TwilioSettings>

export type Config = z.infer<typeof Settings> & { paymentGateway: ChosenGateway; texts: TextSettings }

/** Thrown for a wrong or missing setting; the message is the one line to print. */
export class WrongSetting extends Error {
  override readonly name = 'WrongSetting'
}

/**
 * Reads and checks the settings of a server process.
 * @throws WrongSetting naming every wrong setting in one line.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const isTwilio = valueOf('TEXT_MESSAGES', environment) === 'twilio'
  const wrong: string[] = []
  const own = read(Settings, environment, wrong)
  const choice = choices.get(own?.CARD_GATEWAY ?? valueOf('CARD_GATEWAY', environment) ?? usualGateway)
  const paymentGateway = choice?.from((settings) => read(settings, environment, wrong))
  const texts = read(isTwilio ? TwilioSettings : NoTexts, environment, wrong)
  if (!own || !paymentGateway || !texts) throw wrongSettings(wrong, environment)
  wrong.push(...whyHostsCannotWork(own), ...paymentGateway.problems)
  if (wrong.length > 0) throw wrongSettings(wrong, environment)
  return { ...own, paymentGateway, texts }
}

function wrongSettings(wrong: readonly string[], environment: NodeJS.ProcessEnv): WrongSetting {
  return new WrongSetting(
    `Settings: ${[...wrong, ...unknownSettings(environment)].join('; ')}. See docs/operations.md.`,
  )
}

const choices = new Map<string, GatewayChoice>(Object.entries(gateways))

/** Of every setting there is. */
export const settingNames: readonly string[] = [
  ...[Settings, NoTexts, TwilioSettings].flatMap(({ shape }) => Object.keys(shape)),
  ...[...choices.values()].flatMap(({ names }) => names),
]

/** What looks like a setting of ours in the environment, and is none: a sentence without a full stop for each. */
export function unknownSettings(environment: NodeJS.ProcessEnv = process.env): string[] {
  return unknownNames(Object.keys(environment), settingNames)
}

const CommandSettings = Settings.pick({
  DATABASE_URL: true,
  PROFILE_FILE: true,
  BILLING_FOLDER: true,
  EXCHANGE_URL: true,
  EXCHANGE_KEY: true,
  EXCHANGE_PASSWORD: true,
  EXCHANGE_HOST_KEY: true,
  EXCHANGE_FETCH_FOLDER: true,
  EXCHANGE_DELIVER_FOLDER: true,
  EXCHANGE_LOADED_FOLDER: true,
})
const SecretSettings = Settings.pick({ LINK_SECRET: true })

/**
 * Reads and checks the few settings that the operator's commands need.
 * @throws WrongSetting naming every wrong setting in one line.
 */
export function readCommandConfig(): z.infer<typeof CommandSettings> {
  return readFew(CommandSettings)
}

/** For an import of secrets. @throws WrongSetting */
export function readLinkSecret(): string {
  return readFew(SecretSettings).LINK_SECRET
}

function readFew<Schema extends z.ZodObject>(settings: Schema): z.output<Schema> {
  const wrong: string[] = []
  const given = read(settings, process.env, wrong)
  if (!given) throw wrongSettings(wrong, process.env)
  return given
}

/** Null if any of them is wrong or missing, which is added to `wrong`. */
function read<Schema extends z.ZodObject>(
  settings: Schema,
  environment: NodeJS.ProcessEnv,
  wrong: string[],
): z.output<Schema> | null {
  const given: Record<string, string | undefined> = {}
  for (const name of Object.keys(settings.shape)) given[name] = valueOf(name, environment)
  const parsed = settings.safeParse(given)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) {
    const name = String(issue.path[0])
    wrong.push(given[name] === undefined ? `${name} is missing` : `${name} is wrong (${issue.message})`)
  }
  return null
}

function valueOf(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const value = environment[name]
  if (value !== undefined && value.trim() !== '') return value
  const file = environment[`${name}_FILE`]
  if (!file) return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new WrongSetting(`Settings: ${name}_FILE names a file that cannot be read: ${file}`)
  }
}
