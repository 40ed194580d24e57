import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { BillRoute, PaperlessEnd, PaperlessState } from '@portal/contract/paperless'

/** How the bills of one person and account go out, as far as the portal knows. */
export interface Routing {
  /** Of the newest data. */
  route: BillRoute | null
  /** On its way into the billing system, or not in its data yet. */
  asked: BillRoute | null
}

/** What a customer has agreed to, as stored. */
export interface PaperlessChoice {
  startedAt: Instant | null
  confirmedOn: CalendarDate | null
  endedOn: CalendarDate | null
  endedWhy: PaperlessEnd | null
}

export function paperlessState(choice: PaperlessChoice | undefined, { route, asked }: Routing): PaperlessState {
  const isActive = choice !== undefined && choice.endedOn === null
  if (isActive && choice.startedAt === null) return 'asked'
  if (isActive) return choice.confirmedOn === null ? 'pending' : 'on'
  if (route === 'EMAIL' && asked === null) return 'online'
  if (choice) return 'returned'
  return route === 'EMAIL' ? 'ending' : 'off'
}

/**
 * What newer data mean for paperless bills that were told to the billing system. `waits`: they do not contain the change,
 * or no longer. `unknown`: they do not say how bills go out.
 */
export function compareRoute(
  routing: Routing | undefined,
): 'left' | 'waits' | 'confirmed' | 'contradicted' | 'unknown' {
  if (!routing) return 'left'
  if (routing.asked !== null) return 'waits'
  if (routing.route === null) return 'unknown'
  return routing.route === 'EMAIL' ? 'confirmed' : 'contradicted'
}
