import type { Instant } from '@portal/contract/dates'
import type { ContactType } from '@portal/contract/help-and-support-texts'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { GeneratedAlways } from 'kysely'

/** What customers tell the utility: the survey and tickets (migration 0011). */
export interface CustomerVoiceTables {
  survey_question: { sequence: number; prompt: string }
  survey_possible_answer: { sequence: number; position: number; value: string; description: string }
  survey_submission: {
    id: GeneratedAlways<number>
    person_id: PersonId
    username: string
    full_name: string
    submitted_at: Instant
  }
  survey_answer: { submission_id: number; sequence: number; answer: string }
  help_ticket: {
    id: GeneratedAlways<number>
    person_id: PersonId
    account_id: AccountNumber | null
    full_name: string
    email_address: string
    contact_type: ContactType
    message: string
    sent_at: Instant
  }
}
