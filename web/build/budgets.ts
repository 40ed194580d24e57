import { Buffer } from 'node:buffer'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { z } from 'zod'
import { type Bundle, filesOf } from './bundle-files.ts'
import { type Area, type Opened, pages } from './pages.ts'

/** What a first visit downloads before it is shown: kilobytes after brotli, and number of files. */
interface Weight {
  readonly script: number
  readonly style: number
  readonly files: number
}

/** The most for any page and any view of an area, and for what is only loaded when a button is pressed. */
const budgets = {
  public: { script: 126, style: 10.5, files: 14 },
  'sign-in': { script: 155, style: 10, files: 18 },
  customer: { script: 188, style: 12, files: 28 },
  console: { script: 190, style: 13, files: 34 },
  workers: { script: 205, style: 0, files: 1 },
} as const satisfies Record<Area | 'workers', Weight>

/** The workers that make PDF files, and the console's text editor. */
const workers = ['rich-text-editor', 'bill-worker', 'receipt-worker'] as const

/** A page or a worker that is so much heavier than at the last build is worth a look. */
const noticeable: Weight = { script: 2, style: 0.5, files: 2 }

const lastBuild = join(import.meta.dirname, '../../node_modules/.cache/page-weights.json')

/** Prints what is heavier than at the last build here, and fails the build when an area exceeds its budget. */
export function areaBudgets(): Plugin {
  return {
    name: 'area-budgets',
    apply: 'build',
    writeBundle(_options, bundle) {
      const weighed = [...weighPages(bundle), ...workers.map((name) => weighWorker(name, bundle))]
      const before = weightsBefore()
      for (const { name, weight } of weighed) {
        const last = before.get(name)
        if (last && isOver(weight, plus(last, noticeable)))
          this.warn(`${name} is heavier than at the last build: ${inWords(last)}, now ${inWords(weight)}`)
      }
      const over = weighed.filter(({ area, weight }) => isOver(weight, budgets[area]))
      if (over.length > 0)
        this.error(
          over.map(({ name, area, weight }) => `${name} is over the budget of ${area}: ${inWords(weight)}`).join('\n'),
        )
      mkdirSync(dirname(lastBuild), { recursive: true })
      writeFileSync(lastBuild, JSON.stringify(weighed.map(({ name, weight }) => [name, weight])))
    },
  }
}

interface Weighed {
  /** Such as `/dashboard?view=news`. */
  readonly name: string
  readonly area: keyof typeof budgets
  readonly weight: Weight
}

function weighPages(bundle: Bundle): Weighed[] {
  return pages.flatMap(({ path, area, module, views = {} }) => [
    { name: path, area, weight: weigh([module], bundle) },
    ...Object.entries(views).map(([view, opened]: [string, Opened]) => {
      return { name: `${path}?view=${view}`, area, weight: weigh([module, opened.module], bundle) }
    }),
  ])
}

function weigh(modules: readonly string[], bundle: Bundle): Weight {
  const { scripts, styles } = filesOf(modules, bundle)
  return {
    script: kilobytes(scripts, bundle),
    style: kilobytes(styles, bundle),
    files: scripts.size + styles.size,
  }
}

function weighWorker(name: (typeof workers)[number], bundle: Bundle): Weighed {
  const files = Object.keys(bundle).filter((file) => file.includes(`/${name}-`) && file.endsWith('.js'))
  if (files.length !== 1) throw new Error(`There are ${files.length} files of ${name}`)
  return { name, area: 'workers', weight: { script: kilobytes(files, bundle), style: 0, files: 1 } }
}

function isOver(weight: Weight, most: Weight): boolean {
  return weight.script > most.script || weight.style > most.style || weight.files > most.files
}

function plus(one: Weight, other: Weight): Weight {
  return { script: one.script + other.script, style: one.style + other.style, files: one.files + other.files }
}

function inWords({ script, style, files }: Weight): string {
  return `${script.toFixed(1)} KB script, ${style.toFixed(1)} KB style, ${files} files`
}

const Kept = z.array(z.tuple([z.string(), z.object({ script: z.number(), style: z.number(), files: z.number() })]))

/** Of the last build here; none in a fresh clone. */
function weightsBefore(): ReadonlyMap<string, Weight> {
  try {
    return new Map(Kept.parse(JSON.parse(readFileSync(lastBuild, 'utf8'))))
  } catch {
    return new Map()
  }
}

function kilobytes(names: Iterable<string>, bundle: Bundle): number {
  let bytes = 0
  for (const name of names) bytes += sizeOf(bundle[`${name}.br`] ?? bundle[name])
  return bytes / 1024
}

/** In bytes; of the compressed file when `precompress` made one. */
function sizeOf(file: Bundle[string] | undefined): number {
  if (!file) return 0
  return file.type === 'chunk' ? Buffer.byteLength(file.code) : Buffer.byteLength(file.source)
}
