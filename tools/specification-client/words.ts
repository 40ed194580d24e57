import { z } from 'zod'

/** The shapes that replies are made of, as the specification uses them. */

/** An amount with two decimals (C§9, A§9); negative for a credit. */
export const Money = z.string().regex(/^-?\d+\.\d{2}$/)

/** An account number (C§5, C§9). */
export const TenDigits = z.string().regex(/^\d{10}$/)

/** A status word that is told, such as `Success`, with whatever belongs to it. */
export const status = <Word extends string>(word: Word) => z.object({ status: z.literal(word) })

/** The same inside `result`, the shape of most replies. */
export const resultStatus = <Word extends string>(word: Word) => z.object({ result: status(word) })

/** `result` with a word in it (A§7, users and announcements). */
export const resultWord = <Word extends string>(word: Word) => z.object({ result: z.literal(word) })
