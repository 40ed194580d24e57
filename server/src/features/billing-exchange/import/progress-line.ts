import type { ImportProgress } from './import-report.ts'

const width = 30
const texts = {
  checking: 'Checking links between records …',
  indexing: 'Building indexes …',
  swapping: 'Switching to the new data …',
} as const

/** In place on a terminal; elsewhere each phase once. */
export function progressLine(io: { write(text: string): void; readonly isTerminal: boolean }) {
  let drawn = ''
  function draw(text: string): void {
    if (text === drawn) return
    io.write(io.isTerminal ? `\r${text.padEnd(drawn.length)}` : `${text}\n`)
    drawn = text
  }
  return {
    show(progress: ImportProgress) {
      if (progress.phase !== 'reading') draw(texts[progress.phase])
      else if (io.isTerminal) draw(bar(progress))
    },
    clear() {
      if (io.isTerminal && drawn) io.write(`\r${' '.repeat(drawn.length)}\r`)
      drawn = ''
    },
  }
}

function bar({ bytesRead, bytes, records }: ImportProgress): string {
  const share = bytes === 0 ? 1 : Math.min(1, bytesRead / bytes)
  const filled = Math.round(share * width)
  const percent = `${Math.floor(share * 100)}%`.padStart(4)
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]${percent}  ${records.toLocaleString('en-US')} records`
}
