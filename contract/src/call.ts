import type { z } from 'zod'
import type { AdminLevel } from './admin-levels.ts'

/** A browser may have all of them at once, each with its own cookie (R5). */
export const sessionKinds = ['guest', 'customer', 'admin'] as const
export type SessionKind = (typeof sessionKinds)[number]

/** Names the session a page means, for calls of more than one kind. Without it, the most trusted live one counts. */
export const sessionHeader = 'portal-session'

/** Calls that may have a host of their own (C§7, A§7, R28); `general` is for customers, `admin` for the console. */
export const callGroups = ['general', 'dashboard', 'pay-now', 'admin'] as const
export type CallGroup = (typeof callGroups)[number]

export type SwitchName = 'login' | 'payNow'

/** Who may make a call. `guest` and `visitor` get a guest session if they have none; `payer` includes phone takers. */
export type Access =
  | 'anyone'
  | 'guest'
  | 'visitor'
  | 'payer'
  | 'customer'
  | { readonly admin: readonly AdminLevel[] }
  | { readonly customerOrAdmin: readonly AdminLevel[] }

export interface ProblemText {
  readonly status: number
  readonly title: string
  /** Of the body, if the refusal is about that alone: its form says it there. */
  readonly field?: string
}

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Headers extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Problems extends Readonly<Record<string, ProblemText>> = Readonly<Record<string, ProblemText>>,
> {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly group: CallGroup
  readonly summary: string
  readonly access: Access
  /** The maintenance switch that stops this call (A§3, R16). */
  readonly switch?: SwitchName
  /** Made by the page itself: does not keep an idle session alive (C§4). */
  readonly isPassive?: boolean
  /** Charges a card, promises to on some day, or has a human check: a process whose clock is wrong leaves it to others. */
  readonly needsRightClock?: boolean
  /** May be made before a password that somebody else has set is replaced. */
  readonly isForGivenPassword?: boolean
  readonly download?: 'text/csv' | 'text/plain' | 'application/pdf'
  /** HTML for a frame in a page of ours. */
  readonly isFrame?: true
  /** A `multipart/form-data` body with at most one file, of this many bytes. */
  readonly form?: { readonly largestFile: number }
  /** The body is a file of at most this many bytes, as `application/octet-stream`. */
  readonly upload?: { readonly largest: number }
  readonly params?: Params
  readonly query?: Query
  readonly headers?: Headers
  readonly body?: Body
  readonly reply: Reply
  readonly problems: Problems
}

export function call<
  Reply extends z.ZodType,
  const Problems extends Readonly<Record<string, ProblemText>>,
  const Who extends Access,
  Params extends z.ZodType = z.ZodType<undefined>,
  Query extends z.ZodType = z.ZodType<undefined>,
  Headers extends z.ZodType = z.ZodType<undefined>,
  Body extends z.ZodType = z.ZodType<undefined>,
>(
  definition: Call<Params, Query, Headers, Body, Reply, Problems> & { readonly access: Who },
): Call<Params, Query, Headers, Body, Reply, Problems> & { readonly access: Who } {
  return definition
}

export type BodyOf<C> = C extends Call<z.ZodType, z.ZodType, z.ZodType, infer Body, z.ZodType> ? z.input<Body> : never
export type ParsedBodyOf<C> =
  C extends Call<z.ZodType, z.ZodType, z.ZodType, infer Body, z.ZodType> ? z.output<Body> : never
export type ReplyOf<C> =
  C extends Call<z.ZodType, z.ZodType, z.ZodType, z.ZodType, infer Reply> ? z.output<Reply> : never
