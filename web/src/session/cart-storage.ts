/**
 * This tab's storage key for the phoned-in cart, which so survives a reload. A browser that forbids storage forgets it.
 */
const key = 'phonedIn'

export function storedCart(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores the cart, or removes it when null: it must not outlive the administrator's session. */
export function storeCart(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Storage is forbidden or full: a reload starts with an empty cart.
  }
}
