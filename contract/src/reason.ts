import { z } from 'zod'
import { exceptionsTexts, longestReason } from './exceptions-texts.ts'
import { tooLong } from './input-texts.ts'
import { bareNumber } from './text.ts'

/** Kept forever, so it must not contain anything like a card number. */
export const Why = z
  .string()
  .trim()
  .min(3, exceptionsTexts.reason)
  .max(longestReason, tooLong(longestReason))
  .refine((text) => !/\d{13}/.test(bareNumber(text)), exceptionsTexts.longNumber)
