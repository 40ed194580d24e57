import { type World, type WorldOptions, startWorld } from '../../world/start-world.ts'

/** One of the benches: the world it wants, and what it measures there. */
export interface Bench {
  name: string
  world: Partial<WorldOptions>
  measure(world: World): Promise<Row[]>
}

/** One comparison, measured in one run on one machine. Only the ratio means something elsewhere. */
export interface Row {
  name: string
  /** Our own figure and what it is measured against, each with its unit: `1,234 checkouts/s`. */
  ours: string
  yardstick: string
  ratio: number
  target?: { text: string; isMet: boolean }
}

/**
 * Servers under load work at the pace of production. With the settings of tests, they would look for due work all the
 * time.
 */
const settingsUnderLoad = {
  RATE_LIMIT_FACTOR: '100000',
  CARD_GATEWAY_TIMEOUT_SECONDS: '30',
  PAYMENT_PACE: '1',
  DATABASE_CONNECTIONS: '20',
}

export async function runBench({ name, world: wanted, measure }: Bench): Promise<Row[]> {
  console.log(`${name} …`)
  const settings = { ...settingsUnderLoad, ...wanted.settings }
  const world = await startWorld({ ...wanted, settings })
  try {
    return await measure(world)
  } finally {
    await world.close()
  }
}

export function compared(
  name: string,
  [ours, yardstick]: readonly [number, number],
  unit: string,
  { atLeast = 0, atMost = Infinity }: { atLeast?: number; atMost?: number },
): Row {
  const ratio = ours / yardstick
  const text = atMost === Infinity ? `at least ${atLeast}` : `at most ${atMost}`
  const target = { text, isMet: ratio >= atLeast && ratio <= atMost }
  return { name, ours: `${figure(ours)} ${unit}`, yardstick: `${figure(yardstick)} ${unit}`, ratio, target }
}

const figure = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })

const headings = ['', 'ours', 'yardstick', 'ratio', 'target', '']

/** The rows as a table of text: names to the left, figures to the right. */
export function benchTable(rows: readonly Row[]): string {
  const lines = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  const align = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)
  return lines.map((line) => line.map(align).join('  ')).join('\n')
}

function cellsOf({ name, ours, yardstick, ratio, target }: Row): string[] {
  const verdict = target && (target.isMet ? 'met' : 'MISSED')
  return [name, ours, yardstick, ratio.toFixed(2), target?.text ?? '', verdict ?? '']
}
