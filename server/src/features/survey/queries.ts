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

/**
 * Makes the submissions of a customer follow one another until the transaction ends: of two sent at the same moment,
 * neither would find the other.
 */
export async function lockCustomer(tx: Tx, webUserId: number): Promise<void> {
  await tx.selectFrom('web_user').select('id').where('id', '=', webUserId).forUpdate().execute()
}

/** Whether the person has submitted the same answers after `since`. */
export async function isSubmitted(tx: Tx, survey: FilledSurvey, since: Instant): Promise<boolean> {
  const answers = Object.fromEntries(survey.answers.map(({ sequence, answer }) => [sequence, answer]))
  const found = await tx
    .selectFrom('survey_submission')
    .select('id')
    .where('person_id', '=', survey.personId)
    .where('submitted_at', '>', since)
    .where(
      sql<boolean>`(select jsonb_object_agg(sequence, answer) from survey_answer where submission_id = survey_submission.id)
        = ${JSON.stringify(answers)}::jsonb`,
    )
    .executeTakeFirst()
  return found !== undefined
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
