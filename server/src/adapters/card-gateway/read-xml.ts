import { SaxesParser } from 'saxes'

/**
 * Reads the fields of a `TransactionResult`, strictly: whole, well-formed UTF-8 XML with that root, no DTD, comments or
 * CDATA, and no field twice. Attributes, and fields with elements of their own, are ignored.
 * @returns null for anything else.
 */
export function readTransactionResult(body: Buffer): ReadonlyMap<string, string> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return text.includes('<!') ? null : fieldsOf(text)
  } catch {
    return null
  }
}

/** @throws Error when it is not the document. */
function fieldsOf(document: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const seen = new Set<string>()
  /** The elements that are open, the root first. */
  const open: string[] = []
  let value: string | null = null
  // Without an error handler, it throws the first error.
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    if (open.length === 0 && name !== 'TransactionResult') throw new Error('The root is another')
    // When two fields have the same name, one of them is wrong, and nobody can tell which.
    if (open.length === 1 && seen.has(name)) throw new Error('A field comes twice')
    value = open.length === 1 ? '' : null
    if (open.length === 1) seen.add(name)
    open.push(name)
  })
  parser.on('text', (part) => {
    if (value !== null) value += part
  })
  parser.on('closetag', ({ name }) => {
    open.pop()
    if (open.length === 1 && value !== null) fields.set(name, value.trim())
    value = null
  })
  parser.write(document).close()
  return fields
}
