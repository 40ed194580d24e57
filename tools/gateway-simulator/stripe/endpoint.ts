import type Stripe from 'stripe'
import { z } from 'zod'
import type { StripeBooks } from './books.ts'

export interface StripeWorld {
  books: StripeBooks
  /** Milliseconds since 1970. */
  now: () => number
  newId(prefix: string): string
  /** Milliseconds that stand for a day of the banks; the calendar's own days when left out. */
  bankDay?: number
  /** What a bank does by itself happens a while later, unless the stand-in is closed before. */
  later(run: () => Promise<unknown>): void
  /** Where events go. */
  webhookUrl(): string | null
}

/** When something is made, in seconds since 1970, and what gives it its ids. */
export interface Making {
  created: number
  newId(prefix: string): string
}

export function making(world: Pick<StripeWorld, 'now' | 'newId'>): Making {
  return { created: seconds(world), newId: world.newId }
}

/** An answer other than 200, in Stripe's form of errors. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: object
  constructor(status: number, error: { type: string; message: string } & Record<string, unknown>) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export function invalid(message: string, code?: string, status = 400): StripeRefusal {
  return new StripeRefusal(status, { type: 'invalid_request_error', message, ...(code && { code }) })
}

export const whole = z.coerce.number().int()
/** Stripe refuses more (https://docs.stripe.com/metadata). */
export const Metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((metadata) => Object.keys(metadata).length <= 50)
  .default({})

export function read<Out>(schema: z.ZodType<Out>, params: unknown): Out {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error), 'parameter_invalid')
  return parsed.data
}

export const seconds = ({ now }: Pick<StripeWorld, 'now'>): number => Math.floor(now() / 1000)

export const Id = z.object({ id: z.string() })

export function intentOf(books: StripeBooks, id: string): Stripe.PaymentIntent {
  const intent = books.intents.get(id)
  if (!intent) throw invalid(`No such payment_intent: '${id}'`, 'resource_missing', 404)
  return intent
}

export function setupOf({ setups }: StripeBooks, id: string): Stripe.SetupIntent {
  const found = setups.get(id)
  if (!found) throw invalid(`No such setupintent: '${id}'`, 'resource_missing', 404)
  return found
}

/** Here, what an object belongs to is named by its id. */
export function idOf(named: unknown): string {
  if (typeof named !== 'string') throw new Error('It is not named')
  return named
}

export const ListParams = z.object({
  created: z.object({ gte: whole.optional(), lt: whole.optional(), lte: whole.optional() }).default({}),
  payment_intent: z.string().optional(),
  limit: whole.min(1).max(100).default(10),
  starting_after: z.string().optional(),
  expand: z.array(z.string()).default([]),
})

interface Listed {
  id: string
  created: number
}

/** The newest first, as all of Stripe's lists. */
export function page<Item extends Listed>(url: string, all: Iterable<Item>, params: z.output<typeof ListParams>) {
  const { created, limit, starting_after } = params
  const found = [...all]
    .filter((item) => item.created >= (created.gte ?? 0) && item.created < (created.lt ?? Infinity))
    .filter((item) => item.created <= (created.lte ?? Infinity))
    .toReversed()
  const from = starting_after ? found.findIndex(({ id }) => id === starting_after) + 1 : 0
  return { object: 'list', url, has_more: found.length > from + limit, data: found.slice(from, from + limit) }
}
