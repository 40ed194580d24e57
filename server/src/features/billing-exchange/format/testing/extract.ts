import { writeFile } from 'node:fs/promises'
import { controlTotals } from '../control-totals.ts'
import { extractLine } from '../lines.ts'

export interface TestHeader {
  runId?: string
  division?: string
  extractedAt?: string
  version?: string
}

/** With a header and correct control totals. */
export function extractText(body: readonly string[], head: TestHeader = {}): string {
  const { runId = 'RUN-1', division = 'GWA', extractedAt = '2026-02-01T12:00:00.000Z', version = '1' } = head
  const totals = controlTotals()
  for (const line of body) totals.count(line.slice(0, 4), line.slice(5).split('|'))
  const header = extractLine('0010', [version, runId, division, '2026-01-31', extractedAt, 'Pacific/Guam', 'USD'])
  return `${[header, ...body, ...totals.lastLines()].join('\n')}\n`
}

export async function writeExtract(path: string, body: readonly string[], head: TestHeader = {}): Promise<string> {
  await writeFile(path, extractText(body, head))
  return path
}

/** Money in cents. */
export interface TestRecords {
  balance?: number
  name?: string
  /** Of the portal, in the extract. */
  payment?: { receipt: string; cents: number; isCancelled?: boolean }
}

/** Without faults: 4 lines about customers, one agreement, one bill with its tree, transactions. */
export function accountRecords(account: string, given: TestRecords = {}): string[] {
  const { balance = 5000, name = 'Maria Cruz', payment } = given
  const place = ['7 Water Lane', null, 'Tamuning', 'GU', '96913', 'USA']
  const noPlace = [null, null, null, null, null, null]
  return [
    extractLine('0020', [account, 'P', name, 'maria@example.com', ...place]),
    extractLine('0022', [account, 1, 'MOBILE', '671-555-0101', null]),
    extractLine('0040', [account, 'SFH', ...place]),
    extractLine('0030', [
      account,
      'GWA',
      'RESID',
      'C01',
      '2020-01-15',
      account,
      false,
      balance,
      balance,
      balance,
      0,
      0,
      0,
      0,
    ]),
    extractLine('0032', [account, account, 'MAIN', true, true, true, 'PER', null, ...noPlace]),
    extractLine('0050', [account, account, account, 'W-RES', '20', '2020-01-15', null, balance, balance]),
    ...billRecords(account, 5000),
    transaction(account, '01', 'BS', 5000, null),
    ...(payment ? [transaction(account, '02', 'PS', -payment.cents, payment.receipt)] : []),
    ...(payment?.isCancelled ? [transaction(account, '03', 'PX', payment.cents, payment.receipt)] : []),
  ]
}

/** With one segment; its sums are right. */
export function billRecords(account: string, charges: number): string[] {
  const bill = `${account}01`
  const place = ['7 Water Lane', null, 'Tamuning', 'GU', '96913', 'USA']
  return [
    extractLine('0100', [
      bill,
      account,
      '2026-01-15',
      '2026-02-05',
      700,
      -700,
      0,
      0,
      charges,
      charges,
      '2026-01-13',
      4000,
    ]),
    extractLine('0120', ['Maria "Mia" Cruz', null, ...place]),
    extractLine('1300', [bill, account, '7 Water Lane, Tamuning, GU, 96913', '2025-12-13', '2026-01-13', false, false]),
    extractLine('1500', ['Water (demonstration tariff)', 'WRES', charges]),
    extractLine('1700', ['Base charge', charges - 1000, true]),
    extractLine('1700', ['Water: 4.00 kgal | lifeline', 1000, true]),
    extractLine('2100', ['W1', 10, '2025-12-13', '2026-01-13', 100, 500, 4000, 'GAL']),
    extractLine('3900', ['A first line\nand a \\ second']),
    extractLine('9999', [bill, 9]),
  ]
}

function transaction(account: string, ending: string, type: string, cents: number, receipt: string | null): string {
  const names = [`${account}${ending}`, account, account, null, null, type]
  return extractLine('7000', [...names, cents, cents, '2026-01-15', '2026-01-15', receipt])
}
