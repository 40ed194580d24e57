import { queryOptions } from '@tanstack/react-query'
import { readCustomer, readProvenCustomer } from './customer-records.ts'
import type { Enrolment } from './sign-up-memory.ts'

/** The masked person of an enrolment, read once. */
export function customerQuery(enrolment: Enrolment) {
  return queryOptions({
    queryKey: ['customer', enrolment.handle],
    queryFn: () => readCustomer(enrolment),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The person after the zip code was proven, with the address their bills go to. */
export function provenCustomerQuery(enrolment: Enrolment, division: string) {
  return queryOptions({
    queryKey: ['proven customer', enrolment.handle],
    queryFn: () => readProvenCustomer(enrolment, division),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
