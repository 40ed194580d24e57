import { z } from 'zod'

/** How the bank funds a card. Debit and prepaid cards have rules of their own (docs/payments.md). */
export const CardFunding = z.enum(['credit', 'debit', 'prepaid', 'unknown'])
export type CardFunding = z.infer<typeof CardFunding>
