import type { z } from 'zod'
import type { AdminLevel } from './admin-levels.ts'

/** The kinds of session that a browser may have at the same time. Each has its own cookie (R5). */
export const sessionKinds = ['guest', 'customer', 'admin'] as const
export type SessionKind = (typeof sessionKinds)[number]

/**
 * The request header in which a page names the session it means, for `visitor`, `payer` and `customerOrAdmin` calls:
 * Pay Now means `guest` even when a customer is signed in. Without it the most trusted live session counts.
 */
export const sessionHeader = 'portal-session'

/**
 * The groups of calls that may each have a host of their own (C§7, A§7, R28). `dashboard` and `pay-now` are the calls
 * that both documents list for those hosts. The general host serves the rest: `general` for customers, `admin` for the
 * console.
 */
export const callGroups = ['general', 'dashboard', 'pay-now', 'admin'] as const
export type CallGroup = (typeof callGroups)[number]

/** A maintenance switch (A§3). */
export type SwitchName = 'login' | 'payNow'

/**
 * Who may make a call; a required part of every call, so nobody can forget it.
 * - `anyone`: no session needed.
 * - `guest`: anyone; the call belongs to the browser's guest session, which the server gives to whoever has none.
 * - `visitor`: anyone; the call belongs to the session the browser means (`portal-session`), or to a new guest session.
 * - `payer`: whoever holds a guest or customer session, or an administrator's of a level that takes payments by phone
 *   (the tab Phoned In).
 * - `customer`: a signed-in customer.
 * - `{ admin: levels }`: an administrator of one of these levels.
 * - `{ customerOrAdmin: levels }`: a signed-in customer, or an administrator of one of these levels, for whose session the
 *   accounts it names were opened; the session the browser means counts (`portal-session`).
 */
export type Access =
  | 'anyone'
  | 'guest'
  | 'visitor'
  | 'payer'
  | 'customer'
  | { readonly admin: readonly AdminLevel[] }
  | { readonly customerOrAdmin: readonly AdminLevel[] }

/** A refusal that a call can answer with: its HTTP status and the sentence that people read (RFC 9457 `title`). */
export interface ProblemText {
  readonly status: number
  readonly title: string
}

/**
 * One HTTP call, described once. Server and web get their types from it, and the OpenAPI description is generated from
 * it.
 */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Headers extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Problems extends Readonly<Record<string, ProblemText>> = Readonly<Record<string, ProblemText>>,
> {
  readonly method: 'GET' | 'POST'
  /** Exact path, parameters as `:name`. */
  readonly path: `/${string}`
  readonly group: CallGroup
  /** One line for the API description, with the specification section it comes from. */
  readonly summary: string
  readonly access: Access
  /** Which maintenance switch stops this call (A§3, R16). */
  readonly switch?: SwitchName
  /** The page makes the call by itself, so the call does not keep an idle session alive (C§4). */
  readonly isPassive?: boolean
  /** Whoever signed in with a password that somebody else has set may make this call before choosing another one. */
  readonly isForGivenPassword?: boolean
  /** The reply is a file of this type, not JSON. */
  readonly download?: 'text/csv'
  /**
   * The body comes as a form (`multipart/form-data`) with texts and at most one file. A file may have this many bytes.
   */
  readonly form?: { readonly largestFile: number }
  readonly params?: Params
  readonly query?: Query
  readonly headers?: Headers
  readonly body?: Body
  readonly reply: Reply
  readonly problems: Problems
}

/** Declares a call. It only fixes the types, among them the literal type of the access. */
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
