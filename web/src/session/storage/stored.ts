const storages = { tab: () => sessionStorage, browser: () => localStorage } as const

/** Whose storage: this tab's, which survives a reload, or the one that all tabs of the browser share. */
type Place = keyof typeof storages

/** Reads what was stored. A browser that forbids storage has nothing. */
export function readStored(place: Place, key: string): string | null {
  try {
    return storages[place]().getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it when it is null. Where storage is forbidden or full, it is simply forgotten. */
export function writeStored(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) storages[place]().removeItem(key)
    else storages[place]().setItem(key, text)
  } catch {
    // Every page works without it.
  }
}

/** Removes everything but these keys, whoever has stored it. */
export function clearStored(place: Place, kept: readonly string[] = []): void {
  try {
    const storage = storages[place]()
    for (const key of Object.keys(storage)) if (!kept.includes(key)) storage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
