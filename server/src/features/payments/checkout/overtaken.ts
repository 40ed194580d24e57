import type { StoredCheckout } from '../store.ts'

/**
 * Waits for the checks of a payment. Meanwhile an equal request may overtake this one, change the balance and use up
 * the verification. The payer must then hear what is recorded, and not the refusal that this led to, nor that the billing
 * system has gone down.
 * @param find reads the checkout of such a request; null when there is none.
 * @throws what the checks throw, unless this request was overtaken.
 */
export async function checkedOrOvertaken<Checked>(
  checks: Promise<Checked>,
  find: () => Promise<StoredCheckout | null>,
): Promise<{ checked: Checked } | { overtakenBy: StoredCheckout }> {
  try {
    return { checked: await checks }
  } catch (error) {
    const overtakenBy = await find()
    if (!overtakenBy) throw error
    return { overtakenBy }
  }
}
