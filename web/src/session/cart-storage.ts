/** Where this tab keeps the phoned-in cart over a reload; a browser that forbids storage merely forgets. */
const key = 'phonedIn'

export function storedCart(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a cart, or forgets it when there is none: it ends with the administrator's session. */
export function storeCart(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Storage is forbidden or full: a reload begins anew.
  }
}
