import { z } from 'zod'
import { call } from './call.ts'
import { mentionsNoCardNumber } from './card.ts'
import { emailAddress } from './email.ts'
import { AccountNumber, PersonId } from './ids.ts'
import { tooLong } from './input-texts.ts'
import { divisionLength } from './utility.ts'

/** C§5, C§8. */
export const helpTexts = {
  form: 'Customer Feedback',
  nameRequired: 'Please enter Customer Name.',
  emailRequired: 'Please enter your Email Address.',
  emailInvalid: 'Please enter a valid Email Address.',
  messageRequired: 'Please enter your Message.',
  noCardNumbers: 'Do not include card numbers.',
  submitted: 'Your ticket has been submitted successfully!',
  failed: 'An error occurred. Please try again!',
} as const

/** C§9. */
export const contactTypes = ['TECHNICAL', 'COMPLAINT'] as const
export type ContactType = (typeof contactTypes)[number]

export const longestTicketMessage = 4000

/** C§3. */
export const HelpTicket = z.object({
  cis_division: z.string().max(divisionLength),
  /** One of the caller's own; empty or left out for none. */
  accountId: z.union([AccountNumber, z.literal('').transform(() => undefined)]).optional(),
  personId: PersonId,
  emailAddress: emailAddress(helpTexts.emailRequired, helpTexts.emailInvalid),
  fullName: z
    .string()
    .trim()
    .min(1, helpTexts.nameRequired)
    .max(254, tooLong(254))
    .refine(mentionsNoCardNumber, helpTexts.noCardNumbers),
  contactType: z.enum(contactTypes),
  message: z
    .string()
    .trim()
    .min(1, helpTexts.messageRequired)
    .max(longestTicketMessage, tooLong(longestTicketMessage))
    .refine(mentionsNoCardNumber, helpTexts.noCardNumbers),
})
export type HelpTicket = z.infer<typeof HelpTicket>

/** 'Success': it is kept, whether or not the mail has left. Anybody else's account is refused. */
export const sendTicket = call({
  method: 'POST',
  path: '/api/v1/help-and-support',
  group: 'dashboard',
  summary: 'Send a message to customer service (C§2.5, C§7)',
  access: 'customer',
  body: HelpTicket,
  reply: z.object({
    result: z.discriminatedUnion('status', [
      z.object({ status: z.literal('Success'), ticketNumber: z.string() }),
      z.object({ status: z.literal('Failed'), description: z.string() }),
    ]),
  }),
  problems: {},
})
