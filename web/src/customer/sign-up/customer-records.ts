import type { AccountNumber } from '@portal/contract/ids'
import {
  type AccountRelationship,
  checkAccountNumber,
  type CustomerAddress,
  readOtherDetails,
  readPremiseInfo,
} from '@portal/contract/sign-up'
import type { ReplyOf } from '@portal/contract/call'
import { send } from '#api/send.ts'
import type { Enrolment } from './sign-up-memory.ts'

/** What the look-up of an account came to: an enrolment, or the sentence that says why there is none. */
type LookUp = { readonly enrolment: Enrolment } | { readonly refusal: string }

/** The person of an enrolment: masked until the zip code is proven. */
export type Customer = ReplyOf<typeof readOtherDetails>

/** Everything the last step shows and starts from. */
export interface ProvenCustomer extends Customer {
  /** Where the bills go. */
  readonly billingAddress: CustomerAddress
}

/** Step 1 (C§4): an account whose customer may enrol begins an enrolment of its MAIN person. */
export async function lookUpAccount(accountId: AccountNumber, division: string): Promise<LookUp> {
  const reply = await send(checkAccountNumber, { body: { accountId, division } })
  if (reply.status !== 'False') return { refusal: reply.description }
  const main = mainOf(reply.data)
  if (!main?.personId) return { refusal: reply.description }
  return { enrolment: { accountId, handle: main.personId, billAddressSource: main.billAddressSource } }
}

export async function readCustomer(enrolment: Enrolment): Promise<Customer> {
  return await send(readOtherDetails, { as: 'guest', body: { transactionType: 'READ', PersonID: enrolment.handle } })
}

/** The person with the address that their bills go to, by its source (C§4). */
export async function readProvenCustomer(enrolment: Enrolment, division: string): Promise<ProvenCustomer> {
  const customer = await readCustomer(enrolment)
  return { ...customer, billingAddress: await readBillingAddress(enrolment, customer, division) }
}

async function readBillingAddress(
  { accountId, billAddressSource }: Enrolment,
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
      // Told in full only now that the zip code is proven; the enrolment stays the same one.
      const reply = await send(checkAccountNumber, { body: { accountId, division } })
      return (reply.status === 'False' ? mainOf(reply.data)?.personAddressOverride : null) ?? own
    }
    // Bills that are read online only: the person's own address counts.
    case 'N/A':
    case 'PER':
    case null:
      return own
  }
}

function mainOf(data: AccountRelationship | readonly AccountRelationship[]): AccountRelationship | undefined {
  return [data].flat().find((one) => one.accountRelationshipType === 'MAIN')
}

/** Street, city, state, zip code, separated by commas; a street may have commas of its own. */
function addressOfPremise(premise: string, country: string): CustomerAddress {
  const parts = premise.split(',').map((part) => part.trim())
  const [city = '', state = '', postal = ''] = parts.slice(-3)
  return { address1: parts.slice(0, -3).join(', '), address2: '', city, state, postal, country }
}
