import type { BillingAddress } from '@portal/contract/contact'

export interface AddressColumns {
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  postal: string | null
  country: string | null
}

/** With an empty street, as billing files may have it, the zip code is all that is known. */
export function addressOf(row: AddressColumns): BillingAddress | null {
  const address1 = row.address1 === '' ? '' : textOf(row.address1)
  if (address1 === null) return null
  const [city = '', state = '', postal = '', country = ''] = [row.city, row.state, row.postal, row.country].map(
    (text) => textOf(text) ?? '',
  )
  return { address1, address2: textOf(row.address2), city, state, postal, country }
}

/** Null when nothing but blanks is in it, as some systems write for none. */
export function textOf(text: string | null): string | null {
  return text?.trim() || null
}

/** Overrides all other addresses for the bills of an account (ACOV); null when there is none. */
export function overrideOf(row: {
  [Column in keyof AddressColumns as `override_${Column}`]: AddressColumns[Column]
}): BillingAddress | null {
  return addressOf({
    address1: row.override_address1,
    address2: row.override_address2,
    city: row.override_city,
    state: row.override_state,
    postal: row.override_postal,
    country: row.override_country,
  })
}

/** `street, city, state, postal` (C§3). A comma in the street would shift the other parts, so it is removed. */
export function placeOf({ address1, city, state, postal }: Omit<AddressColumns, 'address2' | 'country'>): string {
  return [(address1 ?? '').replaceAll(',', ''), city, state, postal].flatMap((part) => textOf(part) ?? []).join(', ')
}
