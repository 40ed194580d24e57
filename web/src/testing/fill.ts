import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'

/** Pastes a text into a field, for tests that are not about typing: each key would render the page again. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field)
  await user.paste(text)
}

/** Fills in a card form with a valid card, all but the zip code. */
export async function fillCard(user: UserEvent): Promise<void> {
  await fill(user, await screen.findByRole('textbox', { name: /^Card number/ }), '4111111111111111')
  await fill(user, screen.getByLabelText(/^Expiration date/), '09/29')
  await fill(user, screen.getByRole('textbox', { name: 'CVV' }), '123')
  await fill(user, screen.getByLabelText(/^Card holder name/), 'María Cruz')
}
