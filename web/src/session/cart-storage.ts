import { readStored, writeStored } from './stored.ts'

/** The key of the phoned-in cart, which so survives a reload of the tab. */
const key = 'phonedIn'

export function storedCart(): string | null {
  return readStored('tab', key)
}

/** Stores the cart, or removes it when null: it must not outlive the administrator's session. */
export function storeCart(text: string | null): void {
  writeStored('tab', key, text)
}
