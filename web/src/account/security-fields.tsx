import type { SecurityQuestion } from '@portal/contract/sign-up'
import { SelectField, type SelectFieldProps, TextField, type TextFieldProps } from '#ui/form/field.tsx'

export const securityFieldIds = { question: 'security-question', answer: 'security-answer' } as const

interface SecurityFieldsProps {
  readonly questions: readonly SecurityQuestion[]
  readonly question: Omit<SelectFieldProps, 'label' | 'data'>
  readonly answer: Omit<TextFieldProps, 'label'>
  /** The hint of the answer. */
  readonly hint: string
  /** The answer may be left empty, which keeps the current one. */
  readonly isAnswerOptional?: boolean
}

/** The security question and its answer, which serve to recover a forgotten login (C§2.3, C§2.5). */
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
