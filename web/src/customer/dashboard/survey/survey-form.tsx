import {
  type AnswerField,
  isRequired,
  submitSurvey,
  type SurveyQuestion,
  SurveySubmission,
  longestAnswer,
  surveyTexts,
} from '@portal/contract/survey'
import { lastFirst } from '@portal/contract/text'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { asProblem, send } from '#api/send.ts'
import { UnsavedChanges } from '#session/leaving/unsaved-changes.tsx'
import { Button } from '#ui/button/button.tsx'
import { ErrorSummary, type FieldError } from '#ui/form/error-summary.tsx'
import { ErrorText, TextAreaField } from '#ui/form/field.tsx'
import { own } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { type Input, useForm, type ValuesOf } from '#ui/form/use-form.ts'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
import { type Person, useUserDetails } from '../accounts/use-accounts.ts'
import layout from '#ui/form/form-layout.module.css'
import box from '#ui/page/card.module.css'
import classes from '../dashboard.module.css'
import parts from './survey.module.css'

const { shape } = SurveySubmission
const answer = (nth: number, schema: z.ZodType) => own('', { id: `answer-${nth}` }, rule(schema))

/** Under their names in the call. From the fifth question on, answers are required (C§5). */
const fields = {
  surveyAns1: answer(1, shape.surveyAns1),
  surveyAns2: answer(2, shape.surveyAns2),
  surveyAns3: answer(3, shape.surveyAns3),
  surveyAns4: answer(4, shape.surveyAns4),
  surveyAns5: answer(5, shape.surveyAns5),
  surveyAns6: answer(6, shape.surveyAns6),
  surveyAns7: answer(7, shape.surveyAns7),
  surveyAns8: answer(8, shape.surveyAns8),
  surveyAns9: answer(9, shape.surveyAns9),
  surveyAns10: answer(10, shape.surveyAns10),
} satisfies Record<AnswerField, unknown>

interface SurveyFormProps {
  readonly questions: readonly SurveyQuestion[]
  readonly person: Person
  readonly onSubmitted: () => void
}

/** All questions with their numbers; the answers stay until the server has accepted them. */
export function SurveyForm({ questions, person, onSubmitted }: SurveyFormProps) {
  const { form, attempt, errors, onSubmit } = useForm(fields)
  const { personId, username } = person
  const details = useUserDetails(personId)
  const submit = useMutation({
    mutationFn: async (answers: ValuesOf<typeof fields>) => {
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
          input={form.input(fieldOf(question))}
        />
      ))}
      {failure ? <Notice tone="error" role="alert" title={failure} /> : null}
      <p className={classes.muted}>{t('Thank you for taking the time. Your answers help us improve our service.')}</p>
      <Button type="submit" wide busy={submit.isPending}>
        {t('Submit')}
      </Button>
    </form>
  )
}

/** Adds the number of its question to an error in the summary, because all errors have the same text. */
function ofQuestion(error: FieldError, questions: readonly SurveyQuestion[]): FieldError {
  const question = questions.find((each) => fields[fieldOf(each)].id === error.fieldId)
  if (!question) return error
  return {
    ...error,
    message: (
      <>
        {t('Question {sequence}:', { sequence: question.sequence })} {error.message}
      </>
    ),
  }
}

interface QuestionProps {
  readonly question: SurveyQuestion
  readonly count: number
  readonly input: Input<string>
}

function Question({ question, count, input }: QuestionProps) {
  const { prompt, sequence, possibleAnswers } = question
  const { onChange, ...given } = input
  const control = {
    ...given,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
  }
  const label = (
    <>
      <span className={parts.number}>
        {isRequired(sequence)
          ? t('Question {sequence} of {count}', { sequence, count })
          : t('Question {sequence} of {count} (optional)', { sequence, count })}
      </span>
      {prompt}
    </>
  )
  if (possibleAnswers.length === 0) {
    return <TextAreaField label={label} longest={longestAnswer} {...control} />
  }
  const none = isRequired(sequence) ? [] : [{ value: '', description: t('No answer') }]
  return <Scale {...input} label={label} answers={[...possibleAnswers, ...none]} />
}

interface ScaleProps extends Input<string> {
  readonly label: ReactNode
  readonly answers: SurveyQuestion['possibleAnswers']
}

/** The possible answers side by side, of which one press chooses one. */
function Scale({ id, label, answers, value, error, onChange }: ScaleProps) {
  const errorId = `${id}-error`
  return (
    <fieldset role="radiogroup" aria-invalid={error ? true : undefined} aria-describedby={error ? errorId : undefined}>
      <legend className={parts.prompt}>{label}</legend>
      {error ? <ErrorText id={errorId}>{error}</ErrorText> : null}
      <div className={parts.answers}>
        {answers.map((possible, index) => (
          <label key={possible.value}>
            <input
              type="radio"
              // The summary of the errors leads to the first.
              id={index === 0 ? id : undefined}
              name={id}
              value={possible.value}
              checked={value === possible.value}
              aria-describedby={error ? errorId : undefined}
              onChange={() => onChange(possible.value)}
            />
            {possible.description}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The message of C§8; null while nothing has failed. */
function failureOf(submit: { data?: { status: string } | undefined; error: Error | null }): string | null {
  if (submit.error) {
    const { name } = asProblem(submit.error)
    return name === 'unreachable' ? t(surveyTexts.serverError) : t(surveyTexts.failed)
  }
  return submit.data?.status === 'failed' ? t(surveyTexts.failed) : null
}

/** The field name of a question's answer. */
function fieldOf({ sequence }: SurveyQuestion): AnswerField {
  const name = `surveyAns${sequence}`
  if (!isField(name)) throw new Error(`The survey has no question ${sequence}`)
  return name
}

function isField(name: string): name is AnswerField {
  return name in fields
}
