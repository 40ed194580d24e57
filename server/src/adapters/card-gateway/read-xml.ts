import { EntityDecoder } from '@nodable/entities'
import { XMLParser } from 'fast-xml-parser'
import { SyntaxValidator } from 'fast-xml-validator'
import { z } from 'zod'

const Document = z.strictObject({ TransactionResult: z.record(z.string(), z.unknown()) })

/** Any entity but XML's own five and the numeric ones: it would need a DTD. */
const foreignEntity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/

const parser = new XMLParser({
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Codes and tags are text: as numbers they would lose their leading zeros.
  parseTagValue: false,
  jPath: false,
  entityDecoder: new EntityDecoder({ numericAllowed: true }),
})

/**
 * Reads the fields of a `TransactionResult`, strictly: whole, well-formed UTF-8 XML with one root, no DTD, comments
 * or CDATA, and no field twice. Attributes and nested elements are ignored.
 * @returns null when it is anything else.
 */
export function readTransactionResult(body: Buffer): ReadonlyMap<string, string> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (text.includes('<!') || foreignEntity.test(text)) return null
    SyntaxValidator.validate(text, { invalidCharSequence: { tagValue: true, attrLt: true } })
    const parsed = Document.safeParse(parser.parse(text))
    return parsed.success ? fieldsOf(parsed.data.TransactionResult) : null
  } catch {
    return null
  }
}

function fieldsOf(elements: Record<string, unknown>): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(elements)) {
    // Two elements of the same name: one of them is wrong, and nobody can tell which.
    if (Array.isArray(value)) return null
    if (typeof value === 'string') fields.set(name, value)
  }
  return fields
}
