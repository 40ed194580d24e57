import { readStored } from '#session/storage.ts'

/** The tab's storage key of an outcome for the result page (C§3). Apart from `payment-memory.ts`, which needs schemas. */
export const resultKey = 'paymentResult'

/** Whether an outcome is stored for the result page. */
export function isResultStored(): boolean {
  return readStored('tab', resultKey) !== null
}
