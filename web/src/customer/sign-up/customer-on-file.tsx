import { nameParts } from '@portal/contract/text'
import { type Description, DescriptionList } from '#ui/text/description-list.tsx'
import type { ProvenCustomer } from './customer-records.ts'

/** The enrolling customer's details on file, which cannot be changed here (C§2.3). */
export function CustomerOnFile({ customer }: { readonly customer: ProvenCustomer }) {
  const { address1, address2, city, state, postal, country } = customer.billingAddress
  const lines: readonly Description[] = [
    ...nameLines(customer.customerDetails),
    { term: 'Address line 1', value: address1 },
    { term: 'Address line 2', value: address2 },
    { term: 'City', value: city },
    { term: 'State / Province', value: state },
    { term: 'Zip code', value: postal },
    { term: 'Country', value: country },
  ]
  return <DescriptionList items={lines.filter((line) => line.value !== '')} />
}

/** The name as first and last name; a company's in one. */
function nameLines({ fullName, isBusiness = false }: ProvenCustomer['customerDetails']): Description[] {
  const { firstName, lastName } = nameParts(fullName, isBusiness)
  if (firstName === '') return [{ term: 'Name', value: lastName }]
  return [
    { term: 'First name', value: firstName },
    { term: 'Last name', value: lastName },
  ]
}
