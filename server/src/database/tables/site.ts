import type { RichText } from '@portal/contract/announcements'
import type { SwitchName } from '@portal/contract/call'
import type { CalendarDate, Instant } from '@portal/contract/dates'
import type { ContactType } from '@portal/contract/help-and-support'
import type { AccountNumber, PersonId } from '@portal/contract/ids'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export interface SiteTables {
  // Announcements and their images.
  announcement: {
    id: Generated<number>
    title: string
    content: JSONColumnType<RichText>
    type: 'Image' | 'Video' | null
    video_address: string | null
    is_visible: Generated<boolean>
    position: Generated<number>
    version: Generated<number>
    created_at: Instant
    changed_at: Instant
  }
  announcement_image: {
    name: string
    announcement_id: number
    media_type: 'image/avif' | 'image/webp'
    /** Pixels. */
    width: number
    height: number
    bytes: Buffer
  }

  // What customers tell the utility: the survey and tickets.
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

  // What is wrong with the system, and was told (migration 0083).
  reported_trouble: { trouble: string; reported_on: CalendarDate }
  backup_report: { is_only: Generated<boolean>; ended_at: Instant }

  maintenance_switch: {
    id: number
    name: SwitchName | 'autoPay' | 'notifications'
    is_off: Generated<boolean>
    changed_at: Generated<Instant>
  }
}
