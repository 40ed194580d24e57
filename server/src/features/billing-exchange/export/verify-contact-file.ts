import { addressLine, changeLine, controlLine, emailLine, phoneLine } from './contact-file-lines.ts'
import { linesOfFile } from './line-type.ts'

/** The totals that a contact file announces. */
export interface ContactFileTotals {
  transmitId: string
  changes: number
  /** The sum of the change numbers. */
  hashTotal: number
}

/**
 * Adds up a contact file, as the billing system will.
 * @throws Error naming the level whose control totals do not match the lines below it.
 */
export function verifyContactFile(text: string): ContactFileTotals {
  const [first = '', ...below] = linesOfFile(text, 'contact file')
  const control = controlLine.read(first)
  if (!control) throw new Error('The contact file does not begin with its control line')
  const changes = changesOf(below)
  for (const change of changes)
    if (change.lines !== change.announced) throw new Error(`The control total of change ${change.number} is wrong`)
  const hashTotal = changes.reduce((sum, change) => sum + change.number, 0)
  const isRight =
    changes.length === Number(control('changes')) &&
    below.length === Number(control('lines')) &&
    hashTotal === Number(control('hashTotal'))
  if (!isRight) throw new Error('The control totals of the contact file are wrong')
  return { transmitId: control('transmitId'), changes: changes.length, hashTotal }
}

/** Each change with the number of lines that it announces and the number that follow. */
function changesOf(lines: readonly string[]): { number: number; announced: number; lines: number }[] {
  const changes: ReturnType<typeof changesOf> = []
  for (const line of lines) {
    const open = changes.at(-1)
    const change = changeLine.read(line)
    const isDetail = [emailLine, addressLine, phoneLine].some((type) => type.read(line) !== null)
    if (change) changes.push({ number: Number(change('changeNumber')), announced: Number(change('lines')), lines: 0 })
    else if (open && isDetail) open.lines += 1
    else throw new Error('The contact file has a line outside a change')
  }
  return changes
}
