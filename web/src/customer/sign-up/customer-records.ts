import type { ReplyOf } from '@portal/contract/call'
import type { AccountNumber } from '@portal/contract/ids'
import {
  type AccountRelationship,
  checkAccountNumber,
  type CustomerAddress,
  readOtherDetails,
  readPremiseInfo,
} from '@portal/contract/sign-up'
import { queryOptions } from '@tanstack/react-query'
import { send } from '#api/send.ts'
import type { Enrollment } from './sign-up-memory.ts'

/** Masked; fetched once. */
export function customerQuery(enrollment: Enrollment) {
  return queryOptions({
    queryKey: ['customer', enrollment.handle],
    queryFn: () => readCustomer(enrollment),
    staleTime: Infinity,
  })
}

/** In full, once the zip code is proven, with the billing address. */
export function provenCustomerQuery(enrollment: Enrollment, division: string) {
  return queryOptions({
    queryKey: ['proven customer', enrollment.handle],
    queryFn: () => readProvenCustomer(enrollment, division),
    staleTime: Infinity,
  })
}

/** An enrollment, or the sentence that says why there is none. */
type LookUp = { readonly enrollment: Enrollment } | { readonly refusal: string }

/** Masked until the zip code is proven. */
type Customer = ReplyOf<typeof readOtherDetails>

/** Everything the last step shows and is prefilled with. */
export interface ProvenCustomer extends Customer {
  readonly billingAddress: CustomerAddress
}

/** Step 1 (C§4): starts the enrollment of the account's MAIN person, if that person may enroll. */
export async function lookUpAccount(accountId: AccountNumber, division: string): Promise<LookUp> {
  const reply = await send(checkAccountNumber, { body: { accountId, division } })
  if (reply.status !== 'False') return { refusal: reply.description }
  const main = mainOf(reply.data)
  if (!main?.personId) return { refusal: reply.description }
  return { enrollment: { accountId, handle: main.personId, billAddressSource: main.billAddressSource } }
}

async function readCustomer(enrollment: Enrollment): Promise<Customer> {
  return await send(readOtherDetails, { as: 'guest', body: { transactionType: 'READ', PersonID: enrollment.handle } })
}

/** The billing address depends on its source (C§4). */
async function readProvenCustomer(enrollment: Enrollment, division: string): Promise<ProvenCustomer> {
  const customer = await readCustomer(enrollment)
  return { ...customer, billingAddress: await readBillingAddress(enrollment, customer, division) }
}

async function readBillingAddress(
  { accountId, billAddressSource }: Enrollment,
  customer: Customer,
  division: string,
): Promise<CustomerAddress> {
  const own = customer.customerDetails.address
  switch (billAddressSource) {
    case 'PREM': {
      const { PremiseInfo } = await send(readPremiseInfo, { as: 'guest', body: { accountId } })
      return addressOfPremise(PremiseInfo, own.country)
    }
    case 'ACOV': {
      // Sent in full only after the zip code is proven; the enrollment stays the same one.
      const reply = await send(checkAccountNumber, { body: { accountId, division } })
      return (reply.status === 'False' ? mainOf(reply.data)?.personAddressOverride : null) ?? own
    }
    // Paperless bills have no address, so the person's own counts.
    case 'N/A':
    case 'PER':
    case null:
      return own
  }
}

function mainOf(data: AccountRelationship | readonly AccountRelationship[]): AccountRelationship | undefined {
  return [data].flat().find((one) => one.accountRelationshipType === 'MAIN')
}

/** 'street, city, state, zip code'; the street may contain commas of its own. */
function addressOfPremise(premise: string, country: string): CustomerAddress {
  const parts = premise.split(',').map((part) => part.trim())
  const [city = '', state = '', postal = ''] = parts.slice(-3)
  return { address1: parts.slice(0, -3).join(', '), address2: '', city, state, postal, country }
}
