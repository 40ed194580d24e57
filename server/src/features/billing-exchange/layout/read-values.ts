import { AccountNumber } from '@portal/contract/ids'
import { readProof } from '@portal/contract/typed-proof'
import { controlCharacters } from '../import/extract-reader.ts'
import type { Column } from './columns.ts'
import { type AmountForm, type Fault, amountReader, dateReader } from './forms.ts'

/** The value of a column as text, empty where there is none. */
export type ValueReader = (value: string) => string | Fault

/** Thrown for a value that no billing system writes and a spreadsheet does: the whole file is worth nothing. */
export class SpreadsheetDamage extends Error {
  override readonly name = 'SpreadsheetDamage'
}

/** How the values of one file are written. */
export interface ValueForms {
  date: string
  amount: AmountForm
  /** The year that two digits of a year are nearest to. */
  near: number
}

/** Of values without blanks around them. */
export function valueReader(column: Column, forms: ValueForms): ValueReader {
  const read = readerOf(column, forms)
  const empty: string | Fault = column.isRequired ? { fault: 'is empty' } : ''
  return (value) => (value === '' ? empty : read(value))
}

function readerOf({ kind, length = 0, codes = {} }: Column, { date, amount, near }: ValueForms): ValueReader {
  switch (kind) {
    case 'account':
      return readAccount
    case 'text':
      return (value) => readText(unwrapped(value), length)
    case 'zip':
      return (value) => readZip(unwrapped(value))
    case 'date':
      return dateReader(date, near)
    case 'amount': {
      const read = amountReader(amount)
      return (value) => {
        const cents = read(value)
        return typeof cents === 'number' ? String(cents) : cents
      }
    }
    case 'quantity':
      return readQuantity
    case 'code':
      return (value) => codes[value.toUpperCase()] ?? { fault: `is not one of ${Object.keys(codes).join(', ')}` }
    case 'pin':
      return (value) => readPin(unwrapped(value))
    case 'yesNo':
      return (value) => (/^[YN]$/i.test(value) ? value.toUpperCase() : { fault: 'is neither Y nor N' })
  }
}

/** Not negative, with at most 3 decimals. */
function readQuantity(value: string): string | Fault {
  return /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,3})?$/.test(value)
    ? value.replaceAll(',', '')
    : { fault: 'is not a quantity' }
}

/** `="0123"` keeps the zeros of a number in a spreadsheet. */
function unwrapped(value: string): string {
  return value.startsWith('="') && value.endsWith('"') ? value.slice(2, -1).trim() : value
}

function readText(value: string, most: number): string | Fault {
  if (value.length > most) return { fault: `is longer than ${most} characters` }
  return controlCharacters.test(value) ? { fault: 'has a control character' } : value
}

/** Zeros alone are none. */
function readPin(value: string): string | Fault {
  return readProof.pin(value) ?? (/^0+$/.test(value) ? '' : { fault: 'is not 4 to 20 letters and digits' })
}

/** 123456789012 as 1.23457E+11, 101-05 as a date or its number of days, 16 digits with the last ones zero. */
const damaged = /^(\d(\.\d+)?E\+?\d+|\d{1,2}[-/]\d{1,2}([-/]\d{2,4})?|\d{1,2}-[A-Z]{3}|[A-Z]{3}-\d{2}|\d{5}|\d{15,}0)$/i

function readAccount(value: string): string | Fault {
  const parsed = AccountNumber.safeParse(unwrapped(value))
  if (parsed.success) return parsed.data
  if (damaged.test(value)) throw new SpreadsheetDamage()
  return { fault: 'is not an account number' }
}

/** Spreadsheets strip the zeros of 00501. */
function readZip(value: string): string | Fault {
  if (/^\d{3,4}$/.test(value)) return value.padStart(5, '0')
  return /^\d{9}$/.test(value) ? `${value.slice(0, 5)}-${value.slice(5)}` : readText(value, 12)
}
