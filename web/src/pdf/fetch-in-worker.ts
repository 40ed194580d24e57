/** @throws Error when the file cannot be fetched */
export async function fontAt(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`No font at ${url}`)
  return new Uint8Array(await response.arrayBuffer())
}

/** The utility's logo as PDF files have it. A file without it is better than none. */
export async function logo(): Promise<ArrayBuffer | undefined> {
  try {
    const response = await fetch('/logo.png')
    return response.ok ? await response.arrayBuffer() : undefined
  } catch {
    return undefined
  }
}
