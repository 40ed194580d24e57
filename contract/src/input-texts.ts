import type { z } from 'zod'
import { english } from './language.ts'
import { tooLongText } from './text.ts'

export function tooLong(longest: number): string {
  return english.t(tooLongText, { longest })
}

type Issue = z.core.$ZodRawIssue
type IssueOf<Code extends z.core.$ZodIssueCode> = Extract<Issue, { readonly code: Code }>

const required = 'This field is required.'
const noFields = 'Please send an object with the fields of this call.'
const another = 'Please enter a value that this field takes.'

export const requestTexts = {
  emptyBody: 'The body of this request is empty. Send JSON.',
  notJson: 'The body of this request is not JSON.',
  otherType: 'This call does not take a body of this type. Send JSON, or a form where the call takes a file.',
  otherLength: 'The body of this request is not as long as its Content-Length says.',
  notStorable: 'This request has a character that cannot be stored, or lists within lists without end.',
  notForm: 'The body of this request is not a form (multipart/form-data) that can be read.',
  formName: 'A field of this form has a name that cannot be used.',
  formCut: 'The form ended before all of it was here.',
  formTooLong: 'The form has more fields, files or text than this call takes.',
  bodyTooLarge: 'The body of this request is too large.',
  fileTooLarge: 'The file is too large.',
} as const

const byType: Readonly<Record<string, string>> = {
  string: 'Please enter text.',
  number: 'Please enter a number.',
  int: 'Please enter a whole number.',
  boolean: 'Please send true or false.',
  array: 'Please send a list.',
  object: 'Please send an object with fields.',
  record: 'Please send an object with fields.',
  file: 'Please choose a file.',
}

const byFormat: Readonly<Record<string, string>> = {
  email: 'Please enter an email address, such as name@example.com.',
  url: 'Please enter a web address.',
  uuid: 'Please send this number as you got it from us.',
  date: 'Please enter a date as YYYY-MM-DD.',
  datetime: 'Please enter a time in UTC, such as 2026-01-31T04:05:06.789Z.',
}

/** For schemas with no message of their own. Never repeats the input: it may be a card number or a password. */
export function sayWhatIsWrong(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue)
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return byFormat[issue.format] ?? 'Please check how this is written.'
    case 'not_multiple_of':
      return english.t('Please enter a multiple of {divisor}.', { divisor: issue.divisor })
    case 'unrecognized_keys':
      return 'Please leave out fields that this call does not have.'
    case 'invalid_union':
      return noneOf(issue)
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return another
  }
}

function wrongType({ expected, input, path = [] }: IssueOf<'invalid_type'>): string {
  if (path.length === 0 && expected === 'object') return noFields
  return input === undefined || input === null ? required : (byType[expected] ?? another)
}

const mostNamed = 12

function oneOf(values: readonly unknown[]): string {
  const [only] = values
  if (values.length === 1)
    return only === '' ? 'Please leave this empty.' : english.t('This field takes only {only}.', { only: String(only) })
  if (values.length > mostNamed) return another
  const choices = values.map((value) => String(value) || '(empty)').join(', ')
  return english.t('Please choose one of these: {choices}.', { choices })
}

function tooSmall({ origin, minimum, exact, inclusive = true }: IssueOf<'too_small'>): string {
  if (exact) return exactly(origin, minimum)
  if (origin === 'string')
    return minimum === 1 ? required : english.t('Please use at least {minimum} characters.', { minimum })
  if (origin === 'array')
    return minimum === 1 ? 'Please send at least one.' : english.t('Please send at least {minimum}.', { minimum })
  if (origin === 'file') return 'This file is empty. Please choose another.'
  return inclusive
    ? english.t('Please enter {minimum} or more.', { minimum })
    : english.t('Please enter more than {minimum}.', { minimum })
}

function tooBig({ origin, maximum, exact, inclusive = true }: IssueOf<'too_big'>): string {
  if (exact) return exactly(origin, maximum)
  if (origin === 'string') return tooLong(Number(maximum))
  if (origin === 'array') return english.t('Please send at most {maximum}.', { maximum })
  if (origin === 'file') return 'This file is too large. Please choose a smaller one.'
  return inclusive
    ? english.t('Please enter {maximum} or less.', { maximum })
    : english.t('Please enter less than {maximum}.', { maximum })
}

function exactly(origin: string, size: number | bigint): string {
  return origin === 'string'
    ? english.t('Please use exactly {size} characters.', { size })
    : english.t('Please send exactly {size}.', { size })
}

function noneOf({ errors, input, options }: IssueOf<'invalid_union'>): string {
  if (input === undefined || input === null) return required
  const named: readonly unknown[] = Array.isArray(options) ? options : []
  if (named.length > 0) return oneOf(named)
  const close = errors.filter(
    (issues) => !issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  )
  const sentences = new Set((close.length > 0 ? close : errors).map(([first]) => first?.message))
  const [only] = sentences
  return sentences.size === 1 && only ? only : another
}
