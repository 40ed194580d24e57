/** @throws Error when the file cannot be fetched */
export async function fontAt(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`No font at ${url}`)
  return new Uint8Array(await response.arrayBuffer())
}
