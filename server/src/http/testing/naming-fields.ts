import type { Access, Call } from '@portal/contract/call'
import { z } from 'zod'

/** A person, an account, a bill or a payment, such as `body accounts 0 accountId`. */
interface NamingField {
  /** In the contract. */
  call: string
  field: string
}

const names =
  /^(person_?id|account_?id|account_number|bill_?id|overall_?id|indiv(idual)?_?id|custome_ref|receiptnum|publicid)$/i

/** Those in which a customer could name something of somebody else. */
export function fieldsNamingSomebody(calls: Readonly<Record<string, Call>>): NamingField[] {
  return Object.entries(calls).flatMap(([call, { access, params, query, body }]) => {
    if (!isCustomers(access)) return []
    const parts = Object.entries({ params, query, body })
    return parts.flatMap(([part, schema]) => (schema ? namesIn(schema, part) : [])).map((field) => ({ call, field }))
  })
}

function isCustomers(access: Access): boolean {
  if (typeof access === 'object') return 'customerOrAdmin' in access
  return access === 'customer' || access === 'payer' || access === 'visitor'
}

const Shape = z.object({
  get properties() {
    return z.record(z.string(), Shape).optional()
  },
  /** `false` after the items of a tuple. */
  get items() {
    return z.union([Shape, z.literal(false)]).optional()
  },
  get prefixItems() {
    return z.array(Shape).optional()
  },
  get anyOf() {
    return z.array(Shape).optional()
  },
})
type Shape = z.infer<typeof Shape>

function namesIn(schema: z.ZodType, part: string): string[] {
  const shape = Shape.parse(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))
  return [...new Set(fieldsOf(shape, part))].filter((field) => names.test(field.split(' ').at(-1) ?? ''))
}

function fieldsOf({ properties = {}, items, prefixItems = [], anyOf = [] }: Shape, path: string): string[] {
  return [
    path,
    ...Object.entries(properties).flatMap(([name, shape]) => fieldsOf(shape, `${path} ${name}`)),
    ...(items ? fieldsOf(items, `${path} 0`) : []),
    ...prefixItems.flatMap((shape, at) => fieldsOf(shape, `${path} ${at}`)),
    ...anyOf.flatMap((shape) => fieldsOf(shape, path)),
  ]
}
