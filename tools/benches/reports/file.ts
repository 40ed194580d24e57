import { setTimeout as wait } from 'node:timers/promises'
import { exportTransactions } from '@portal/contract/reports'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { FinanceClient } from './load.ts'

/** One million of the five million payments. */
const year = { pay_date_start: '01/01/2024', pay_date_end: '12/31/2024' }

/** A downloaded file. */
interface CameFile {
  rows: number
  milliseconds: number
}

/**
 * Downloads the file of a year through the portal, and measures how much the portal's memory grew meanwhile, in bytes.
 */
export async function fileOfYear(portal: string, finance: FinanceClient): Promise<CameFile & { grownBy: number }> {
  const before = await memoryOf(portal)
  const end = { isOver: false }
  const largest = largestMemory(portal, end)
  const file = await counted(async (onChunk) => {
    await finance.get(`${exportTransactions.path}?${new URLSearchParams(year).toString()}`, onChunk)
  })
  end.isOver = true
  return { ...file, grownBy: (await largest) - before }
}

/** The same rows and columns by COPY, as somebody would write it by hand. */
export async function copyOfYear(client: pg.ClientBase): Promise<CameFile> {
  return await counted(async (onChunk) => {
    for await (const chunk of client.query(copyTo(byHand))) if (Buffer.isBuffer(chunk)) onChunk(chunk)
  })
}

const byHand = `copy (
  select checkout.id, to_char(sent_at at time zone 'Pacific/Guam', 'MM/DD/YYYY HH24:MI:SS'), charge_attempt.paid_by,
    account_id, case when account_count = 1 then 'SINGLE' else 'MULTI-' || account_count end,
    'W-' || transaction_tag, transaction_tag, sequence_number, authorization_number,
    charge_attempt.amount_cents / 100.0, charge_attempt.mode, brand, last_four, charge_attempt.state, exact_message,
    bank_message, case when charge_attempt.state = 'CHARGED' and not exists (
      select from posting where posting.checkout_id = checkout.id and posting.state <> 'POSTED') then 1 else 0 end
  from charge_attempt join checkout on checkout.id = charge_attempt.checkout_id
  join checkout_item on checkout_item.checkout_id = checkout.id and ordinal = 1
  where sent_at >= timestamp '2024-01-01' at time zone 'Pacific/Guam'
    and sent_at < timestamp '2025-01-01' at time zone 'Pacific/Guam'
  order by sent_at desc, charge_attempt.id desc
) to stdout with (format csv, header)`

async function counted(read: (onChunk: (chunk: Buffer) => void) => Promise<void>): Promise<CameFile> {
  let lines = 0
  const began = performance.now()
  await read((chunk) => {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
  })
  return { rows: lines - 1, milliseconds: performance.now() - began }
}

async function largestMemory(portal: string, end: { isOver: boolean }): Promise<number> {
  let largest = 0
  while (!end.isOver) {
    largest = Math.max(largest, await memoryOf(portal))
    await wait(250)
  }
  return largest
}

/** The memory of a server process, in bytes. */
async function memoryOf(portal: string): Promise<number> {
  const text = await (await fetch(`${portal}/metrics`)).text()
  return Number(/^portal_process_resident_memory_bytes (\S+)$/m.exec(text)?.[1] ?? 0)
}
