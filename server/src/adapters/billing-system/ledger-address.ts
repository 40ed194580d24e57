import type { BillingAddress } from './port-people.ts'

/** The address of these columns, or null when there is none. */
export function addressOf(
  address1: string | null,
  address2: string | null,
  city: string | null,
  state: string | null,
  postal: string | null,
  country: string | null,
): BillingAddress | null {
  if (address1 === null) return null
  return { address1, address2, city: city ?? '', state: state ?? '', postal: postal ?? '', country: country ?? '' }
}

/** `street, city, state, postal` (C§3 premise info); a comma inside the street would shift the rest, so it goes. */
export function placeOf(
  street: string | null,
  city: string | null,
  state: string | null,
  postal: string | null,
): string {
  return [(street ?? '').replaceAll(',', ''), city, state, postal].filter(Boolean).join(', ')
}
