import {
  billCharge,
  billEnd,
  billHead,
  billLine,
  billMessage,
  billRead,
  billRouting,
  billSegment,
} from '../format/bill-records.ts'
import { fieldIndex } from '../format/extract-records.ts'
import { copyValue, unescapeField } from '../format/lines.ts'

const addends = [
  'begin_cents',
  'payments_cents',
  'adjustments_cents',
  'corrections_cents',
  'current_charges_cents',
].map((fieldName) => fieldIndex(billHead, fieldName))
const currentCharges = fieldIndex(billHead, 'current_charges_cents')
const endingBalance = fieldIndex(billHead, 'ending_cents')

/** A bill's lines as one row of `cis.bill`, its document as JSON text: objects are too slow for tens of millions. */
export class BillTree {
  readonly billId: string
  readonly lineNumber: number
  /** Why the bill must be left out, or null; the first reason is kept. */
  fault: string | null = null
  readonly #head: readonly string[]
  #lines = 1
  #routing = ''
  #segments = ''
  #segment = ''
  #charges = ''
  #charge = ''
  #chargeLines = ''
  #reads = ''
  #messages = ''
  #chargeCents = 0
  #lineCents = 0
  #totalCents = 0

  constructor(head: readonly string[], lineNumber: number) {
    this.#head = head
    const [billId = ''] = head
    this.billId = billId
    this.lineNumber = lineNumber
    const ending = addends.reduce((sum, index) => sum + Number(head[index]), 0)
    if (ending !== Number(head[endingBalance]))
      this.refuse('ending balance is not the sum of beginning, payments, adjustments, corrections and charges')
  }

  refuse(reason: string): void {
    this.fault ??= reason
  }

  /** @returns true when the line ended the tree */
  add(recordType: string, fields: readonly string[]): boolean {
    this.#lines++
    switch (recordType) {
      case billRouting.type:
        this.#addRouting(fields)
        break
      case billSegment.type:
        this.#addSegment(fields)
        break
      case billCharge.type:
        this.#addCharge(fields)
        break
      case billLine.type:
        this.#addLine(fields)
        break
      case billRead.type:
        this.#addRead(fields)
        break
      case billMessage.type:
        this.#addMessage(fields)
        break
      case billEnd.type:
        this.#end(fields)
    }
    return recordType === billEnd.type
  }

  /** For COPY, once the tree has ended without a fault. */
  row(): string {
    const document = `{"routing":${this.#routing},"segments":[${this.#segments}],"messages":[${this.#messages}]}`
    return `${this.#head.join('|')}|${document}`
  }

  #addRouting(fields: readonly string[]): void {
    if (this.#routing) this.refuse('it has two routings')
    const [name1, entityInfo, address1, address2, city, state, postal, country] = fields
    this.#routing = `{"name1":${json(name1)},"entityInfo":${json(entityInfo)},"address1":${json(address1)},"address2":${json(address2)},"city":${json(city)},"state":${json(state)},"postal":${json(postal)},"country":${json(country)}}`
  }

  #addSegment(fields: readonly string[]): void {
    this.#closeSegment()
    const [segmentId, agreementId, address, start, end, isEstimated, isClosing] = fields
    this.#segment = `"segmentId":"${segmentId}","agreementId":"${agreementId}","serviceAddress":${json(address)},"startDate":"${start}","endDate":"${end}","isEstimated":${isEstimated === 'Y'},"isClosing":${isClosing === 'Y'}`
  }

  #addCharge(fields: readonly string[]): void {
    if (!this.#segment) this.refuse('calculation header outside a segment (likewise 118, 125 and extract-reader:122)')
    this.#closeCharge()
    const [description, rate, cents] = fields
    this.#chargeCents = Number(cents)
    this.#totalCents += this.#chargeCents
    this.#charge = `"description":${json(description)},"rate":${json(rate)},"cents":${cents}`
  }

  #addLine(fields: readonly string[]): void {
    if (!this.#charge) this.refuse('a calculation line stands outside a calculation header')
    const [description, cents, print] = fields
    this.#lineCents += Number(cents)
    this.#chargeLines += `${this.#chargeLines && ','}{"description":${json(description)},"cents":${cents},"print":${print === 'Y'}}`
  }

  #addRead(fields: readonly string[]): void {
    if (!this.#segment) this.refuse('a read stands outside a segment')
    const [badge, multiplier, startDate, endDate, start, end, quantity, unit] = fields
    this.#reads += `${this.#reads && ','}{"badge":${json(badge)},"multiplier":${Number(multiplier)},"startDate":"${startDate}","endDate":"${endDate}","startReading":${Number(start)},"endReading":${Number(end)},"quantity":${Number(quantity)},"unit":${json(unit)}}`
  }

  #addMessage([message]: readonly string[]): void {
    this.#messages += `${this.#messages && ','}${json(message)}`
  }

  #closeCharge(): void {
    if (!this.#charge) return
    if (this.#lineCents !== this.#chargeCents) this.refuse('a calculation header is not the sum of its lines')
    this.#charges += `${this.#charges && ','}{${this.#charge},"lines":[${this.#chargeLines}]}`
    this.#charge = ''
    this.#chargeLines = ''
    this.#lineCents = 0
  }

  #closeSegment(): void {
    this.#closeCharge()
    if (!this.#segment) return
    this.#segments += `${this.#segments && ','}{${this.#segment},"charges":[${this.#charges}],"reads":[${this.#reads}]}`
    this.#segment = ''
    this.#charges = ''
    this.#reads = ''
  }

  #end(fields: readonly string[]): void {
    this.#closeSegment()
    const [billId, lines] = fields
    if (billId !== this.billId) this.refuse('its end names another bill')
    if (Number(lines) !== this.#lines) this.refuse('its end counts another number of lines')
    if (!this.#routing) this.refuse('it has no routing')
    if (this.#totalCents !== Number(this.#head[currentCharges]))
      this.refuse('current charges are not the sum of the segments')
  }
}

/** Raw, for COPY; empty is null. */
function json(raw: string | undefined): string {
  if (!raw) return 'null'
  return raw.includes('\\') || raw.includes('"') ? copyValue(JSON.stringify(unescapeField(raw))) : `"${raw}"`
}
