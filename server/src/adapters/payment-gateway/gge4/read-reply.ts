import { parseDecimalCents, type Cents } from '@portal/contract/money'
import { SaxesParser } from 'saxes'
import { emptyReply, type GatewayReply } from '../port.ts'
import type { HttpReply } from './exchange.ts'
import type { ReplyFacts } from './reply-rules.ts'
import { scrubMessage, scrubRecord } from './scrub.ts'
import { contentDigest } from './sign.ts'
import { authorizationPattern, tagPattern } from './traits.ts'

interface ReadReply {
  facts: ReplyFacts
  /** Null when the reply cannot be trusted. */
  reply: GatewayReply | null
}

export interface SentRequest {
  reference: string
  amount: Cents
  /** Null when none was sent, as with a void or refund. */
  securityCode: string | null
}

type Fields = ReadonlyMap<string, string>

/** Whole, unaltered and about our reference. Never copies the security code or the expiry that the gateway echoes. */
export function readReply(answer: HttpReply, sent: SentRequest): ReadReply {
  if (answer.status !== 201) return readRefusal(answer, sent)
  const fields = readTrusted(answer, sent)
  if (!fields) return { facts: { ...nothingKnown, status: answer.status }, reply: null }
  const field = (name: string): string => fields.get(name) ?? ''
  const facts: ReplyFacts = {
    status: answer.status,
    trusted: true,
    lockedOut: false,
    exactCode: field('EXact_Resp_Code'),
    approved: trueOrFalse(field('Transaction_Approved')),
    error: trueOrFalse(field('Transaction_Error')),
    bankCode: field('Bank_Resp_Code'),
    wholeAmount: isWholeAmount(field, sent.amount),
  }
  return { facts, reply: allowedFields(field, sent) }
}

const nothingKnown: Omit<ReplyFacts, 'status'> = {
  trusted: false,
  lockedOut: false,
  exactCode: '',
  approved: null,
  error: null,
  bankCode: '',
  wholeAmount: false,
}

/** Null unless digest, XML and reference are right. */
function readTrusted(answer: HttpReply, sent: SentRequest): Fields | null {
  const digest = answer.headers['x-gge4-content-sha1']
  if (typeof digest !== 'string' || digest.toLowerCase() !== contentDigest(answer.body)) return null
  const fields = readTransactionResult(answer.body)
  return fields?.get('Reference_No') === sent.reference ? fields : null
}

function isWholeAmount(field: (name: string) => string, amount: Cents): boolean {
  const partial = !['', 'false', '0'].includes(field('PartialRedemption')) || field('Bank_Resp_Code') === '111'
  return !partial && field('Currency') === 'USD' && parseDecimalCents(field('DollarAmount')) === amount
}

function allowedFields(field: (name: string) => string, sent: SentRequest): GatewayReply {
  return {
    tag: shaped(field('Transaction_Tag'), tagPattern),
    authorization: shaped(field('Authorization_Num'), authorizationPattern),
    sequence: shaped(field('SequenceNo'), /^\d{1,8}$/),
    code: shaped(field('EXact_Resp_Code'), /^[0-9A-Z]{2}$/),
    message: scrubMessage(field('EXact_Message'), sent.securityCode),
    bankCode: shaped(field('Bank_Resp_Code'), /^\d{3}$/),
    bankMessage: scrubMessage(field('Bank_Message'), sent.securityCode),
    avs: shaped(field('AVS'), /^[A-Z0-9]{1,2}$/),
    cvv2: shaped(field('CVV2'), /^[A-Z]$/),
    record: scrubRecord(field('CTR'), sent.securityCode),
  }
}

/** A field of another form could contain anything. */
function shaped(value: string, shape: RegExp): string | null {
  return shape.test(value) ? value : null
}

function trueOrFalse(value: string): boolean | null {
  if (value === 'true') return true
  return value === 'false' ? false : null
}

/** Refusals are plain text, `Bad Request (22) - Invalid Credit Card Number`. A page of HTML is not one. */
function readRefusal(answer: HttpReply, sent: SentRequest): ReadReply {
  const text = answer.body.toString('latin1')
  const match = /^[^<(]{0,200}\(([0-9A-Z]{2})\) - ([^<\r\n]{1,200})/.exec(text)
  const exactCode = match?.[1] ?? ''
  const lockedOut = /^[^<]{0,200}too many failures/i.test(text)
  const reply: GatewayReply = {
    ...emptyReply,
    code: exactCode || null,
    message: scrubMessage(match?.[2] ?? '', sent.securityCode),
  }
  return { facts: { ...nothingKnown, status: answer.status, exactCode, lockedOut }, reply }
}

/** Null unless it is whole, well-formed UTF-8 with that root, no DTD, comment or CDATA, and no field twice. */
function readTransactionResult(body: Buffer): ReadonlyMap<string, string> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return text.includes('<!') ? null : fieldsOf(text)
  } catch {
    return null
  }
}

function fieldsOf(document: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const seen = new Set<string>()
  /** The root first. */
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
