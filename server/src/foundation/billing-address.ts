import type { BillingAddress } from '@portal/contract/contact'
import type { CustomerAddress } from '@portal/contract/sign-up'

/** Without a `-nnnn` extension (C§3); empty when there is none. */
export function zipOf(address: Pick<BillingAddress, 'postal'> | null): string {
  return address?.postal.split('-')[0]?.trim() ?? ''
}

/** As customers read it: empty texts for what is missing (C§3). */
export function shownAddress(address: BillingAddress | null): CustomerAddress {
  return {
    address1: address?.address1 ?? '',
    address2: address?.address2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    postal: zipOf(address),
    country: address?.country ?? '',
  }
}

export function addressLine({ address1, address2, city, state, postal }: BillingAddress): string {
  return [address1, address2, city, `${state} ${postal}`.trim()].filter(Boolean).join(', ')
}
