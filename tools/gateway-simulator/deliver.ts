import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import { type ReplyFields, replyXml } from './reply.ts'
import type { Simulator } from './simulator.ts'

/** A finished reply: status, head and body. */
export interface WholeReply {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** The XML of a reply before it is signed, with any value that the fault falsifies. */
export function replyText(fields: ReplyFields, fault: Fault | null): string {
  const misstate = fault ? misstatements[fault.kind] : undefined
  return misstate ? misstate(fields) : replyXml(fields)
}

const misstatements: Partial<Record<Fault['kind'], (fields: ReplyFields) => string>> = {
  wrongReference: (fields) => replyXml({ ...fields, Reference_No: 'G0000000000000000' }),
  wrongAmount: (fields) => replyXml({ ...fields, DollarAmount: `${Number(fields['DollarAmount']) + 1}` }),
  wrongCurrency: (fields) => replyXml({ ...fields, Currency: 'CAD' }),
  duplicateElement: (fields) => replyXml(fields).replace(/<Transaction_Approved>.*?<\/Transaction_Approved>/, '$&$&'),
  cutBody: (fields) => halfOf(replyXml(fields)),
}

/** The longest a timer can wait, in milliseconds. */
const longest = 2 ** 31 - 1

/** Sends the reply, or damages it as the fault says. It does not matter when the client has left. */
export async function deliver(
  response: ServerResponse,
  reply: WholeReply,
  fault: Fault,
  { faults, closing }: Pick<Simulator, 'faults' | 'closing'>,
): Promise<void> {
  switch (fault.kind) {
    case 'dropBeforeCommit':
    case 'dropAfterCommit':
    case 'lateWrite':
      response.destroy()
      return
    case 'hang':
      return
    case 'delayAfterCommit':
      await pause(fault.milliseconds, closing)
      return send(response, reply)
    case 'hold':
      await pause(longest, AbortSignal.any([faults.released, closing]))
      return send(response, reply)
    case 'drip':
      return drip(response, reply, fault.milliseconds, closing)
    case 'truncate':
      response.writeHead(reply.status, { ...reply.headers, 'Content-Length': reply.body.length })
      response.write(reply.body.subarray(0, Math.floor(reply.body.length / 2)), () => response.destroy())
      return
    case 'corrupt':
      return send(response, { ...reply, body: withOneByteChanged(reply.body) })
    case 'html':
      return send(response, proxyPage('text/html', fault.status))
    case 'status5xx':
      return send(response, proxyPage('text/plain', fault.status))
    case 'delayBeforeCommit':
    case 'cutBody':
    case 'wrongReference':
    case 'wrongAmount':
    case 'wrongCurrency':
    case 'duplicateElement':
      return send(response, reply)
  }
}

/** Waits, but no longer than the simulator runs. */
export async function pause(milliseconds: number, closing: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal: closing }).catch(() => undefined)
}

export function send(response: ServerResponse, reply: WholeReply): void {
  if (response.destroyed) return
  response.writeHead(reply.status, { ...reply.headers, 'Content-Length': reply.body.length })
  response.end(reply.body)
}

/** The form of the gateway's refusals: one line of plain text. */
export function plainText(status: number, text: string): WholeReply {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) }
}

function proxyPage(type: string, status: number): WholeReply {
  const text = 'The service is temporarily unavailable.'
  const body = type === 'text/html' ? `<!DOCTYPE html><html><body><h1>${text}</h1></body></html>` : text
  return { status, headers: { 'Content-Type': type }, body: Buffer.from(body) }
}

async function drip(
  response: ServerResponse,
  reply: WholeReply,
  milliseconds: number,
  closing: AbortSignal,
): Promise<void> {
  response.writeHead(reply.status, { ...reply.headers, 'Content-Length': reply.body.length })
  const piece = Math.ceil(reply.body.length / 20)
  for (let start = 0; start < reply.body.length && !response.destroyed && !closing.aborted; start += piece) {
    response.write(reply.body.subarray(start, start + piece))
    await pause(milliseconds, closing)
  }
  response.end()
}

function halfOf(text: string): string {
  return text.slice(0, Math.floor(text.length / 2))
}

/** Changes the first digit of the amount, the kind of damage that would matter. */
function withOneByteChanged(body: Buffer): Buffer {
  const changed = Buffer.from(body)
  const place = changed.indexOf('<DollarAmount>') + '<DollarAmount>'.length
  changed.writeUInt8(changed.readUInt8(place) === 0x31 ? 0x32 : 0x31, place)
  return changed
}
