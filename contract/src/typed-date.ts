import { z } from 'zod'
import { CalendarDate } from './dates.ts'
import { plainDigits } from './text.ts'

/** Texts about the dates that administrators type (A§5); ours, as the specification names none. */
export const typedDateTexts = {
  from: 'From date',
  to: 'To date',
  /** The way people in the United States write dates; A§5 requires that reports accept it. */
  pattern: 'MM/DD/YYYY',
  date: 'Please enter a date as MM/DD/YYYY.',
  noSuchDate: 'That date doesn’t exist. Please enter it as MM/DD/YYYY.',
  reversedDates: 'Please choose a From date before the To date.',
} as const

/** Ranges of dates that people need every day; one press fills in both fields. */
export const dateRanges = {
  today: 'Today',
  yesterday: 'Yesterday',
  thisMonth: 'This month',
  lastMonth: 'Last month',
} as const
export type DateRange = keyof typeof dateRanges

/** `MM/DD/YYYY` as people type it (A§5), read as a calendar date; empty for none. */
export const TypedDate = z
  .string()
  .overwrite(plainDigits)
  .trim()
  .transform((typed, context) => {
    if (typed === '') return undefined
    const [isDate, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(?!0000)(\d{4})$/.exec(typed) ?? []
    const date = CalendarDate.safeParse(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`)
    if (date.success) return date.data
    context.addIssue(isDate ? typedDateTexts.noSuchDate : typedDateTexts.date)
    return z.NEVER
  })
  .optional()
