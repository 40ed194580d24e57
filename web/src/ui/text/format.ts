import { type CalendarDate, formatDate as dateAs, formatMonth as monthAs } from '@portal/contract/dates'
import { type Cents, dollars as dollarsAs } from '@portal/contract/money'
import { groupThousands as groupAs } from '@portal/contract/text'
import { spoken } from './t.ts'

// As the contract has them, in the locale of the page. What is typed into a field stays American: it is read so.

export const formatDate = (date: CalendarDate): string => dateAs(date, spoken().locale)
/** `January 2026` */
export const formatMonth = (date: CalendarDate): string => monthAs(date, spoken().locale)
export const dollars = (amount: Cents): string => dollarsAs(amount, spoken().locale)
export const groupThousands = (value: number, mostDecimals = 0): string => groupAs(value, mostDecimals, spoken().locale)
