import { queryOptions } from '@tanstack/react-query'
import { readCustomer, readProvenCustomer } from './customer-records.ts'
import type { Enrolment } from './sign-up-memory.ts'

/** The masked customer of an enrolment, fetched once. */
export function customerQuery(enrolment: Enrolment) {
  return queryOptions({
    queryKey: ['customer', enrolment.handle],
    queryFn: () => readCustomer(enrolment),
    staleTime: Infinity,
  })
}

/** The customer in full, once the zip code is proven, with their billing address. */
export function provenCustomerQuery(enrolment: Enrolment, division: string) {
  return queryOptions({
    queryKey: ['proven customer', enrolment.handle],
    queryFn: () => readProvenCustomer(enrolment, division),
    staleTime: Infinity,
  })
}
