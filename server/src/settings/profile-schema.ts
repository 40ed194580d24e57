import { adminLevels } from '@portal/contract/admin-levels'
import { containments } from '@portal/contract/billing-data'
import { cardFeeOf } from '@portal/contract/fees'
import { isSafeLink } from '@portal/contract/links'
import { PaymentLayout } from '@portal/contract/payment-layout'
import { UtilityProfile } from '@portal/contract/utility'
import { z } from 'zod'
import { nearest } from './nearest.ts'

/** For a utility that has none of its own. */
export const shippedFiles = {
  agreement: 'autopay-agreement.txt',
  bankAgreement: 'autopay-agreement-bank.txt',
  messages: 'messages',
  pageTexts: { termsAndConditions: 'terms-and-conditions.md', privacyPolicy: 'privacy-policy.md' },
} as const

/** Of hours of the utility's day. */
const From = z.int().min(0).max(23)
const Until = z.int().min(1).max(24)

/**
 * The whole utility profile (docs/profile.md). It is one JSON file; another utility adopts the product by writing its
 * own. A field that is none of these is refused.
 */
export const ServerProfile = UtilityProfile.extend({
  $schema: z.string().optional().describe('for editors: `profile.schema.json`, which describes these fields'),
  mailFrom: z.email().describe('the sender of every email'),
  isLive: z
    .boolean()
    .default(false)
    .describe('whether real money moves. Test keys of the gateway are refused with it, and live keys without it'),
  financeEmail: z.email().describe('gets the daily emails to finance and their alerts'),
  operationsEmails: z
    .array(z.email())
    .min(1)
    .max(10)
    .optional()
    .describe(
      'up to 10 addresses that hear daily what is [wrong](operations.md#system-status); finance where left out',
    ),
  securityContact: z
    .string()
    .regex(/^(mailto:|https:\/\/)\S+$/)
    .refine(isSafeLink)
    .optional()
    .describe(
      '`mailto:` or `https:` address in `/.well-known/security.txt` (RFC 9116); customer service’s email where left out',
    ),
  logo: z
    .string()
    .optional()
    .describe(
      'an SVG file beside the profile, for pages, icons and PDF files; without it, a drop in `brand` and `accent`',
    ),
  pageTexts: z
    .strictObject({
      termsAndConditions: z
        .string()
        .default(shippedFiles.pageTexts.termsAndConditions)
        .describe('with the laws that govern'),
      privacyPolicy: z.string().default(shippedFiles.pageTexts.privacyPolicy).describe('of the portal'),
    })
    .prefault({})
    .describe(
      'Markdown files beside the profile (R23); ours where there are none. They may name `{utility}`, `{shortName}`, `{state}`, `{hours}`, `{cards}` and `{cardFee}`',
    ),
  autoPay: z
    .strictObject({
      noticeDays: z
        .int()
        .min(1)
        .max(28)
        .default(5)
        .describe('between notice and charge; at least 10 for debit and prepaid cards'),
      retryDays: z.int().min(1).max(14).default(3).describe('after a decline'),
      mostPerHour: z
        .int()
        .min(0)
        .max(360_000)
        .default(20_000)
        .describe('charges, spread over the hour so that customers who pay come first'),
      oldestImportDays: z.number().positive().default(3).describe('nothing is charged from older balances'),
      hours: z
        .strictObject({
          from: From.default(8).describe('the first hour'),
          until: Until.default(20).describe('the hour before which they end'),
        })
        .refine(({ from, until }) => from < until, 'from must be before until')
        .prefault({})
        .describe('of the day, in which charges and notices leave'),
    })
    .prefault({})
    .describe('with a gateway that keeps cards. Days are whole days of the utility'),
  notifications: z
    .strictObject({
      delayMinutes: z
        .int()
        .min(0)
        .max(24 * 60)
        .default(60)
        .describe('between finding notifications and sending'),
      dueSoonDays: z.int().min(1).max(14).default(3).describe('before the due date'),
      overdueDays: z.int().min(1).max(30).default(3).describe('after it'),
      hours: z.tuple([From, Until]).default([8, 20]).describe('of the day, in which they leave'),
      emailsPerSecond: z.int().min(1).max(1000).default(20).describe('of all processes'),
      textsPerSecond: z.int().min(1).max(1000).default(1).describe('of all processes'),
      unusualAbove: z.int().min(1).default(1000).describe('so many wait for a person'),
      unusualTimes: z.number().min(1).default(3).describe('when they are this many times the usual number, too'),
      softBounces: z.int().min(1).max(100).default(3).describe('stop an address'),
      softBounceDays: z.int().min(1).max(90).default(14).describe('within so many days'),
    })
    .prefault({})
    .describe('what customers [asked to be told](notifications.md)'),
  paperless: z
    .strictObject({
      whenEmailsFail: z
        .enum(['staff', 'paper'])
        .default('staff')
        .describe(
          'who decides when emails to a customer come back. With `paper`, paper bills are asked for immediately',
        ),
    })
    .prefault({})
    .describe('[paperless bills](notifications.md#paperless-bills)'),
  autoPayWords: z
    .strictObject({
      version: z.string().regex(/^[\w.-]{1,20}$/),
      file: z.string(),
      bankFile: z.string().default(shippedFiles.bankAgreement),
    })
    .prefault({ version: '2', file: shippedFiles.agreement })
    .describe(
      '`file`, a text beside the profile, ours where there is none: what customers of AutoPay agree to, with every field in braces that the default file has; `bankFile` the same where a bank account pays; `{lead}` may be left out, and `{most}`, an amount, stand for the sentence `{limit}`. With another `version`, all are mailed the new words before their next charge',
    ),
  messageFiles: z
    .string()
    .default(shippedFiles.messages)
    .describe(
      'a folder beside the profile with [what messages say](operations.md#messages-of-the-profile); ours where there is none',
    ),
  billingFiles: z
    .string()
    .optional()
    .describe(
      'a layout file beside the profile: how the files of the billing system are written ([billing files](billing-files.md))',
    ),
  containment: z
    .enum(containments)
    .default('reference')
    .describe(
      'how it is known that billing data contain [a payment made here](billing-files.md#payments-made-here): a transaction has its receipt number (`reference`); its payment file was marked as loaded on a day before the data (`loadedFile`); or the manifest names the newest payment file in them (`cutoff`)',
    ),
  daysToPay: z
    .int()
    .min(1)
    .max(90)
    .default(21)
    .describe('from a bill to its due date, at least: AutoPay offers no day that comes before its notice'),
  paymentFile: PaymentLayout.optional().describe(
    '[the layout of payment files](payment-files.md); without it, they are as [docs/extract-format.md](extract-format.md#the-payment-file) has them',
  ),
  secondFactorLevels: z
    .array(z.literal([...adminLevels]))
    .default([])
    .describe(
      'the levels of admins that must log in with a second factor ([security](security.md)); optional for the others',
    ),
})
  .strict()
  .refine(({ cardFee, serviceFees }) => cardFee === undefined || cardFeeOf(serviceFees) === null, {
    path: ['cardFee'],
    message: 'serviceFees says it',
  })

/** A JSON Schema, as far as it is read here. */
export const Described = z.looseObject({
  get properties() {
    return z.record(z.string(), Described).optional()
  },
  get items() {
    return z.union([Described, z.boolean()]).optional()
  },
  required: z.array(z.string()).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
})
export type Described = z.infer<typeof Described>

/** For editors, which complete and check what is typed. */
export const profileJsonSchema = Described.parse(z.toJSONSchema(ServerProfile, { io: 'input' }))

/** Every field of an object, with the fields inside it: `autoPay`, `autoPay.noticeDays`. Lists are not looked into. */
export function fieldsOf(
  { properties = {}, required = [] }: Described,
  above = '',
): { path: string; field: Described; isNeeded: boolean }[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${above}${name}`
    return [{ path, field, isNeeded: required.includes(name) }, ...fieldsOf(field, `${path}.`)]
  })
}

function itemsOf(list: Described | undefined): Described | undefined {
  return typeof list?.items === 'object' ? list.items : undefined
}

/** What is wrong with a field that there is not, and which one was probably meant. */
export function unknownField(place: readonly PropertyKey[], name: string, schema: Described): string {
  const found = place.reduce<Described | undefined>(
    (above, step) => (typeof step === 'number' ? itemsOf(above) : above?.properties?.[String(step)]),
    schema,
  )
  const elsewhere = fieldsOf(schema).find(({ path }) => path.endsWith(`.${name}`))
  const meant = nearest(name, Object.keys(found?.properties ?? {})) ?? elsewhere?.path
  return `${[...place, name].join('.')} (unknown${meant === undefined ? '' : `, did you mean ${meant}?`})`
}
