import {
  type AnswerField,
  isRequired,
  submitSurvey,
  type SurveyQuestion,
  SurveySubmission,
} from '@portal/contract/survey'
import { longestAnswer, surveyTexts } from '@portal/contract/survey-texts'
import { lastFirst } from '@portal/contract/text'
import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { asProblem, send } from '#api/send.ts'
import { UnsavedChanges } from '#session/leaving/unsaved-changes.tsx'
import { Button } from '#ui/button/button.tsx'
import { checkBySchema } from '#ui/form/check-by-schema.ts'
import { ErrorSummary, type FieldError } from '#ui/form/error-summary.tsx'
import { SelectField, TextAreaField } from '#ui/form/field.tsx'
import { useCheckedForm } from '#ui/form/use-checked-form.ts'
import { Notice } from '#ui/text/notice.tsx'
import { type Person, useUserDetails } from '../accounts/use-accounts.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'
import own from './survey.module.css'

interface SurveyFormProps {
  readonly questions: readonly SurveyQuestion[]
  readonly person: Person
  readonly onSubmitted: () => void
}

/** All questions with their numbers; the answers stay until the server has accepted them. */
export function SurveyForm({ questions, person, onSubmitted }: SurveyFormProps) {
  const { form, attempt, errors, onSubmit } = useCheckedForm<Answers>({
    initialValues: noAnswers,
    check: checkAnswers,
    fieldIds: answerIds,
  })
  const { personId, username } = person
  const details = useUserDetails(personId)
  const submit = useMutation({
    mutationFn: async (answers: Answers) => {
      // Without it the server knows the name all the same.
      const fullName = lastFirst(details.data?.fullName ?? '', false)
      const body = { personId, username, fullName, ...answers }
      return (await send(submitSurvey, { body })).result
    },
    onSuccess: (result) => {
      if (result.status === 'success') onSubmitted()
    },
  })
  const failure = failureOf(submit)
  return (
    <form noValidate className={`${box.card} ${layout.form}`} onSubmit={onSubmit((answers) => submit.mutate(answers))}>
      <UnsavedChanges areThere={Object.values(form.values).some(Boolean)} hint="personId" />
      <ErrorSummary errors={errors.map((error) => ofQuestion(error, questions))} attempt={attempt} />
      {questions.map((question) => (
        <Question
          key={question.sequence}
          question={question}
          count={questions.length}
          input={form.getInputProps(fieldOf(question))}
        />
      ))}
      {failure ? <Notice tone="error" role="alert" title={failure} /> : null}
      <p className={classes.muted}>Thank you for taking the time. Your answers help us improve our service.</p>
      <Button type="submit" wide busy={submit.isPending}>
        Submit
      </Button>
    </form>
  )
}

/** Adds the number of its question to an error in the summary, because all errors have the same text. */
function ofQuestion(error: FieldError, questions: readonly SurveyQuestion[]): FieldError {
  const question = questions.find((each) => answerIds[fieldOf(each)] === error.fieldId)
  if (!question) return error
  return {
    ...error,
    message: (
      <>
        Question {question.sequence}: {error.message}
      </>
    ),
  }
}

interface QuestionProps {
  readonly question: SurveyQuestion
  readonly count: number
  /** The input's props from the form. */
  readonly input: { readonly value: string }
}

function Question({ question, count, input }: QuestionProps) {
  const { prompt, sequence, possibleAnswers } = question
  const id = answerIds[fieldOf(question)]
  const label = (
    <>
      <span className={own.number}>
        Question {sequence} of {count}
        {isRequired(sequence) ? '' : ' (optional)'}
      </span>
      {prompt}
    </>
  )
  if (possibleAnswers.length === 0) {
    return <TextAreaField id={id} label={label} longest={longestAnswer} {...input} />
  }
  const choices = possibleAnswers.map(({ value, description }) => ({ value, label: description }))
  return <SelectField id={id} label={label} data={[{ value: '', label: 'Please select' }, ...choices]} {...input} />
}

/** The message of C§8; null while nothing has failed. */
function failureOf(submit: { data?: { status: string } | undefined; error: Error | null }): string | null {
  if (submit.error) {
    const { name } = asProblem(submit.error)
    return name === 'unreachable' ? surveyTexts.serverError : surveyTexts.failed
  }
  return submit.data?.status === 'failed' ? surveyTexts.failed : null
}

/** The answers by their field names in the call; empty when not answered. */
type Answers = Readonly<Record<AnswerField, string>>

/** The id of each input, in the order of the questions. */
const answerIds = {
  surveyAns1: 'answer-1',
  surveyAns2: 'answer-2',
  surveyAns3: 'answer-3',
  surveyAns4: 'answer-4',
  surveyAns5: 'answer-5',
  surveyAns6: 'answer-6',
  surveyAns7: 'answer-7',
  surveyAns8: 'answer-8',
  surveyAns9: 'answer-9',
  surveyAns10: 'answer-10',
} as const satisfies Record<AnswerField, string>

const noAnswers: Answers = {
  surveyAns1: '',
  surveyAns2: '',
  surveyAns3: '',
  surveyAns4: '',
  surveyAns5: '',
  surveyAns6: '',
  surveyAns7: '',
  surveyAns8: '',
  surveyAns9: '',
  surveyAns10: '',
}

const fields = Object.keys(answerIds)

/** The field name of a question's answer. */
function fieldOf({ sequence }: SurveyQuestion): AnswerField {
  const name = `surveyAns${sequence}`
  if (!isField(name)) throw new Error(`The survey has no question ${sequence}`)
  return name
}

function isField(name: string): name is AnswerField {
  return fields.includes(name)
}

/** The rules of C§5: from the fifth question on, answers are required. */
const checkAnswers = checkBySchema(
  z.object(SurveySubmission.shape).omit({ personId: true, username: true, fullName: true }),
)
