import { z } from 'zod'
import { hasGoodExample } from './account-shape.ts'
import { bankCredits } from './bank-accounts.ts'
import { billingParts } from './billing-data.ts'
import { callGroups } from './call.ts'
import { cardBrands, specifiedBrands } from './card-brands.ts'
import { CalendarDate } from './dates.ts'
import { ServiceFees } from './fees.ts'
import { defaultLocale } from './language.ts'
import { consolePathPattern, isConsolePathFree } from './paths.ts'
import { Proof } from './typed-proof.ts'

/** Of the billing system's CIS_DIVISION, in the extract and in every call. */
export const divisionLength = 5

const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/)
const Words = z.string().min(1)
const Office = z.strictObject({ name: Words, address: Words, hours: z.array(Words) })
const Phone = z.strictObject({ label: Words, number: Words })

/** What the water of a bill is counted in. */
export const waterUnits = ['gallons', 'thousandGallons', 'cubicFeet', 'hundredCubicFeet', 'cubicMeters'] as const
export type WaterUnit = (typeof waterUnits)[number]

/** As printed on the bill, which is also how they are stored: 1 to 20 capital letters, digits, dashes, dots, slashes. */
const Shape = z
  .strictObject({
    pattern: z
      .string()
      .max(64)
      .refine(isPattern, { message: 'no regular expression', abort: true })
      .describe('a regular expression of the whole number, such as `[0-9]{3}-[0-9]{4}-[0-9]{2}`'),
    example: z
      .string()
      .describe(
        'a number as printed, shown beside fields: where it has dashes, dots or slashes, people may leave them out',
      ),
    padTo: z
      .int()
      .min(2)
      .max(12)
      .optional()
      .describe('how many digits a number has: staff may leave out zeros at its beginning'),
    shownAtEnd: z
      .int()
      .min(1)
      .max(10)
      .default(4)
      .describe(
        'how many of the last characters name an account in a message; of a short number, half of them at most',
      ),
  })
  .refine(hasGoodExample, {
    path: ['example'],
    message: 'not of the pattern, with small letters, or with as many digits in a row as a card number',
  })

function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== ''
  } catch {
    return false
  }
}

/** Whether and how bank accounts pay (docs/payments.md). */
const BankPayments = z.strictObject({
  credit: z
    .enum(bankCredits)
    .default('submission')
    .describe('when the balance falls: as soon as a payment is submitted, or once the bank has paid'),
  sourceCode: z
    .string()
    .regex(/^[A-Z0-9]{1,8}$/)
    .default('ACH')
    .describe('the tender type of the billing system for them'),
  returnCode: z
    .string()
    .regex(/^[A-Z0-9]{1,8}$/)
    .optional()
    .describe(
      'the reason of a cancellation (CAN) for want of money, R01 or R09, for which the billing system has a fee; left out: NSF',
    ),
  returnsBlock: z
    .strictObject({ count: z.int().min(1), months: z.int().min(1).max(60) })
    .optional()
    .describe(
      'so many returned payments of an account in so many months, and it can’t pay from bank accounts; left out: 2 in 12',
    ),
  mostPerPayment: z
    .int()
    .min(100)
    .optional()
    .describe('in cents: the largest payment from a bank account; left out: none'),
  mostPerDay: z.int().min(100).optional().describe('in cents: likewise, of one bank account on one day'),
})

/**
 * The public part of the profile; the rest is in the server's settings/profile-schema.ts. What is said about a field is
 * its line in docs/profile.md.
 */
export const UtilityProfile = z.object({
  name: z.string().min(1).describe('the utility’s full name, in headers, emails, titles and legal texts'),
  shortName: z.string().min(1).describe('where the full name is too long: texts, emails’ first lines, file names'),
  division: z
    .string()
    .min(1)
    .max(divisionLength)
    .describe('the billing division sent in lookups, as in the header of the extract'),
  country: z.literal('USA').describe('addresses and phone numbers are American'),
  timeZone: z
    .string()
    .describe('IANA name of the zone that dates belong to, such as `America/Chicago`; the extract’s is the same'),
  locale: z
    .string()
    .default(defaultLocale)
    .describe(
      'the form of dates and numbers, and the language where `languages/LOCALE.json` beside the profile has its texts',
    ),
  city: z.string().min(1).describe('where the utility is: refused in passwords, and the place of examples'),
  state: z.string().min(1).describe('whose laws the terms name'),
  website: z
    .string()
    .regex(/^https:\/\/\S+$/)
    .describe('`https:` address, in the footer'),
  customerServiceEmail: z.email().describe('on pages; help tickets go there'),
  phones: z.array(Phone).min(1).describe('`label` and `number` of each, the one of customer service first'),
  customerServiceHours: z.string().min(1).describe('in the footer, FAQ and terms'),
  offices: z.array(Office).describe('`name`, `address` and lines of `hours` of each'),
  look: z
    .strictObject({ deep: Color, brand: Color, accent: Color, pay: Color, ink: Color, page: Color })
    .describe(
      'six colors, such as `#0a67a8`, of which all others are made: `deep` (header, under white text), `brand` (links, buttons, bars), `accent` (what is current), `pay` (the button that leads to paying), `ink` (text), `page` (behind the cards). A pair that is too hard to read is refused',
    ),
  paper: z.enum(['Letter', 'A4']).default('Letter').describe('of bills and receipts, as files and printed'),
  benefits: z.array(Words).describe('lines of the footer’s first column'),
  autoPayForms: z
    .array(z.strictObject({ label: Words, to: z.string().regex(/^(\/|https:\/\/)\S*$/) }))
    .describe('forms linked in the footer: `label`, and `to`, a path of the portal or an `https:` address'),
  accountNumber: z
    .strictObject({ hint: Words, where: Words })
    .optional()
    .describe(
      'where a bill has its account number: `hint`, a fragment such as `10 digits, at the top right of your bill.`, and `where`, a sentence',
    ),
  accountShape: z
    .optional(Shape)
    .describe('how account numbers look, of the bill and of the billing system; left out, 10 digits'),
  proof: z
    .optional(Proof)
    .describe(
      'what proves that an account is theirs: lists of `zip`, `lastName` (never alone), `lastBillAmount`, `lastPayment` (amount and date), `houseNumber` (Pay Now only) and `pin`, of which all are asked ([how to choose](security.md#proof-of-identity)). Left out: the zip code. With it, an import is refused where one answer would register more than 1 account in 50',
    ),
  sampleBill: z
    .strictObject({
      name: z.string().min(1).max(30),
      street: z.string().min(1).max(30),
      city: z.string().min(1).max(24),
      zip: z.string().regex(/^\d{5}$/),
    })
    .optional()
    .describe(
      '`name`, `street`, `city` and `zip` on the bill that is drawn with its number circled at the top right; without them no bill is drawn',
    ),
  waterUnit: z
    .enum(waterUnits)
    .default('gallons')
    .describe('the unit of `consumption_gallons` in the extract, whatever its name says, and of usage charts'),
  paymentDescription: z.string().min(1).describe('what a card statement shows, and the receipt’s description line'),
  bankPayments: z.nullable(BankPayments).default(null).describe('payments from US bank accounts; null: none'),
  refundPolicy: z.string().min(1).describe('on receipts'),
  receiptFilePrefix: z.string().min(1).describe('begins the name of a receipt’s file'),
  cardBrands: z
    .array(z.enum(cardBrands))
    .min(1)
    .default(() => [...specifiedBrands])
    .describe(
      'the cards that are taken, of `Visa`, `Mastercard`, `Discover` and `American Express`; the last only with Stripe',
    ),
  acceptMastercard2Series: z.boolean().describe('whether typed Mastercard numbers may begin with 2221 to 2720 (R12)'),
  cardFee: z
    .string()
    .min(1)
    .optional()
    .describe('a sentence about the fee for paying by card, such as `No fee.`; left out where `serviceFees` has one'),
  serviceFees: z
    .prefault(ServiceFees, () => [])
    .describe(
      'what payers are charged on top of their bills; without any, nothing. Of each: `method` (`card` or `bank`), `channels` (of `online`, `phone`, `autoPay` and `schedule`), `flat` in cents and `basisPoints` (295 is 2.95%), one of them or both added up, and the `least` and `most` in cents. Ask your acquirer and counsel first',
    ),
  monthlyCardCap: z
    .int()
    .positive()
    .optional()
    .describe(
      'in cents: what non-residential accounts may pay a month with Visa, and with Discover. Told, not enforced (A§5); left out, nothing is',
    ),
  earlierSite: z
    .strictObject({ whyChanged: Words, registerAgain: Words, oldCredentials: Words })
    .optional()
    .describe(
      'the FAQ’s answers about the payment site before this one (C§2.9), where there was one: `whyChanged`, `registerAgain`, `oldCredentials`',
    ),
  videoHosts: z
    .array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))
    .describe('hosts whose videos announcements may show, such as `player.vimeo.com` (R15)'),
  consolePath: z
    .string()
    .regex(consolePathPattern)
    .refine(isConsolePathFree, 'the address of another page')
    .default('/admin')
    .describe('where admins log in'),
})
export type UtilityProfile = z.infer<typeof UtilityProfile>
/** What the server puts into the HTML of every page, so that no page waits for it: `<script id="portal-start">`. */
export const PortalStart = z.object({
  profile: UtilityProfile,
  /** The switches as they were when the page was loaded (R16). */
  maintenance: z.object({ login: z.boolean(), payNow: z.boolean() }),
  /** When the page was loaded: a hint, the server decides (R5). */
  signedIn: z.object({ customer: z.boolean(), admin: z.boolean() }),
  year: z.number().int(),
  /** The month now, `YYYY-MM`, in the utility's time zone: what a card's expiry is compared with. */
  month: z.string(),
  /** Likewise, when the page was loaded. */
  today: CalendarDate,
  /** The gateway in whose frame cards are typed. Without one, they are typed into a form of ours. */
  cardFrame: z
    .object({
      gateway: z.string(),
      /** For its browser's half. */
      start: z.record(z.string(), z.string()),
      /** Whether this page was loaded as one that may show it. */
      isAllowed: z.boolean(),
    })
    .optional(),
  /** The gateway says what it pays to the bank, so the console lists it. */
  hasPayouts: z.literal(true).optional(),
  /** Payments go to the billing system in files of the profile's layout, which the console lists: how refunds do. */
  paymentFiles: z.enum(['negative', 'byHand']).optional(),
  /** Of data that lack something, which is then not shown: the day they are of, and what no account has. */
  billing: z.object({ asOf: CalendarDate, lacks: z.array(z.enum(billingParts)) }).optional(),
  /** Whether customers can save cards: only where the gateway keeps them. */
  savesCards: z.literal(true).optional(),
  /** Where calls go whose group has its own host (R28). Every other call goes to the page's own host. */
  callOrigins: z.partialRecord(z.enum(callGroups), z.string()).optional(),
})
export type PortalStart = z.infer<typeof PortalStart>

export const portalStartElement = 'portal-start'
