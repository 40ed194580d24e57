import type { Instant } from '@portal/contract/dates'
import type { PersonId } from '@portal/contract/ids'
import type { SurveyQuestion } from '@portal/contract/survey'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/connect.ts'

/** The questions in order, each with its possible answers; a free-text question has none. */
export async function selectQuestions(db: Db): Promise<SurveyQuestion[]> {
  return await db
    .selectFrom('survey_question as question')
    .select(['question.prompt', 'question.sequence'])
    .select(
      sql<SurveyQuestion['possibleAnswers']>`(
        select coalesce(json_agg(json_build_object('value', value, 'description', description) order by position), '[]')
        from survey_possible_answer answer where answer.sequence = question.sequence)`.as('possibleAnswers'),
    )
    .orderBy('question.sequence')
    .execute()
}

/** A survey that was filled in; `answers` holds only what was answered. */
interface FilledSurvey {
  personId: PersonId
  username: string
  fullName: string
  answers: { sequence: number; answer: string }[]
}

/** Stores a completed survey. */
export async function insertSubmission(tx: Tx, survey: FilledSurvey, now: Instant): Promise<void> {
  const { id } = await tx
    .insertInto('survey_submission')
    .values({ person_id: survey.personId, username: survey.username, full_name: survey.fullName, submitted_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into survey_answer (submission_id, sequence, answer)
    select ${id}::bigint, given.* from unnest(
      ${survey.answers.map(({ sequence }) => sequence)}::integer[],
      ${survey.answers.map(({ answer }) => answer)}::text[]) as given`.execute(tx)
}
