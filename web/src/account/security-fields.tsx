import type { SecurityQuestion } from '@portal/contract/sign-up'
import { SelectField, type SelectFieldProps, TextField, type TextFieldProps } from '#ui/field.tsx'

/** The id of each input. */
export const securityFieldIds = { question: 'security-question', answer: 'security-answer' } as const

interface SecurityFieldsProps {
  readonly questions: readonly SecurityQuestion[]
  readonly question: Omit<SelectFieldProps, 'label' | 'data'>
  readonly answer: Omit<TextFieldProps, 'label'>
  /** Under the label of the answer. */
  readonly hint: string
  /** An answer may be left out: it stays as it is. */
  readonly isAnswerOptional?: boolean
}

/** The security question and its answer, by which a forgotten login is recovered (C§2.3, C§2.5). */
export function SecurityFields({ questions, question, answer, hint, isAnswerOptional = false }: SecurityFieldsProps) {
  const choices = questions.map(({ characteristicValue, description }) => ({
    value: characteristicValue,
    label: description,
  }))
  return (
    <>
      <SelectField
        id={securityFieldIds.question}
        label="Security question"
        required
        data={[{ value: '', label: 'Choose a question' }, ...choices]}
        {...question}
      />
      <TextField
        id={securityFieldIds.answer}
        label="Security answer"
        hint={hint}
        required={!isAnswerOptional}
        autoComplete="off"
        {...answer}
      />
    </>
  )
}
