/** One comparison, measured in one run on one machine. Only the ratio means something elsewhere. */
export interface BenchRow {
  /** What was compared. */
  name: string
  /** Our own figure and what it is measured against, each with its unit: `1,234 checkouts/s`. */
  ours: string
  yardstick: string
  /** Ours ÷ yardstick, or another figure without a unit. */
  ratio: number
  /** The target of the ratio, in words, and whether it is met. */
  target?: { text: string; isMet: boolean }
}

const headings = ['', 'ours', 'yardstick', 'ratio', 'target', '']

/** The rows as a table of text. */
export function benchTable(rows: readonly BenchRow[]): string {
  const lines = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines.map((line) => line.map((cell, column) => align(cell, column, widths[column] ?? 0)).join('  ')).join('\n')
}

function cellsOf(row: BenchRow): string[] {
  const { target } = row
  return [
    row.name,
    row.ours,
    row.yardstick,
    row.ratio.toFixed(2),
    target?.text ?? '',
    target ? verdict(target.isMet) : '',
  ]
}

const verdict = (isMet: boolean): string => (isMet ? 'met' : 'MISSED')

/** Names to the left, figures to the right. */
function align(cell: string, column: number, width: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}

/** The smallest figure that this share of the figures does not exceed; 0.5 gives the median. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
