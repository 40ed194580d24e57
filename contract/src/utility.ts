import { z } from 'zod'
import { callGroups } from './call.ts'
import { defaultLocale } from './language.ts'

const Color = z.string().regex(/^#[0-9a-f]{6}$/i)
const Office = z.object({ name: z.string(), address: z.string(), hours: z.array(z.string()) })
const Phone = z.object({ label: z.string(), number: z.string() })

/** The public part of the profile (docs/operations.md); the rest is in the server's settings/profile.ts. */
export const UtilityProfile = z.object({
  name: z.string(),
  shortName: z.string(),
  /** The billing division sent in lookups, `GWA` by default (A§9). */
  division: z.string(),
  country: z.literal('USA'),
  /** IANA name of the time zone that calendar dates belong to. */
  timeZone: z.string(),
  /** The language of every text, where it has a catalog, and the form of dates and numbers (docs/operations.md). */
  locale: z.string().default(defaultLocale),
  city: z.string(),
  state: z.string(),
  website: z.string(),
  customerServiceEmail: z.email(),
  phones: z.array(Phone).min(1),
  customerServiceHours: z.string(),
  offices: z.array(Office),
  look: z.object({ deep: Color, brand: Color, accent: Color, pay: Color, ink: Color, page: Color }),
  paper: z.enum(['A4', 'Letter']).default('A4'),
  /** Footer columns (C§1): benefits, help links, auto-pay forms. `to` is a path of the portal or an https address. */
  benefits: z.array(z.string()),
  autoPayForms: z.array(z.object({ label: z.string(), to: z.string() })),
  /** What a card statement shows, and the receipt's description line. */
  paymentDescription: z.string(),
  refundPolicy: z.string(),
  receiptFilePrefix: z.string(),
  acceptMastercard2Series: z.boolean(),
  /** The FAQ's answers about the payment site that preceded this one (C§2.9); left out where there was none. */
  earlierSite: z.object({ whyChanged: z.string(), registerAgain: z.string(), oldCredentials: z.string() }).optional(),
  /** Hosts whose videos announcements may show, such as `player.vimeo.com` (R15). */
  videoHosts: z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)),
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
  /** The gateway in whose frame cards are typed. Without one, they are typed into a form of ours. */
  cardFrame: z
    .object({
      gateway: z.literal('stripe'),
      publishableKey: z.string(),
      origin: z.string(),
      /** Whether this page was loaded as one that may show it. */
      isAllowed: z.boolean(),
    })
    .optional(),
  /** The gateway says what it pays to the bank, so the console lists it. */
  hasPayouts: z.literal(true).optional(),
  /** Whether customers can save cards: only where the gateway keeps them. */
  savesCards: z.literal(true).optional(),
  /** Where calls go whose group has its own host (R28). Every other call goes to the page's own host. */
  callOrigins: z.partialRecord(z.enum(callGroups), z.string()).optional(),
})
export type PortalStart = z.infer<typeof PortalStart>

export const portalStartElement = 'portal-start'
