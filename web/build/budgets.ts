import { Buffer } from 'node:buffer'
import type { Plugin } from 'vite'
import { type Bundle, filesOf } from './bundle-files.ts'
import { type Opened, pages } from './pages.ts'

/** The most that a first visit may download before the page is shown: kilobytes after brotli, and number of files. */
interface Limits {
  readonly scriptKilobytes: number
  readonly styleKilobytes: number
  readonly files: number
}

const limits = (scriptKilobytes: number, styleKilobytes: number, files: number): Limits => ({
  scriptKilobytes,
  styleKilobytes,
  files,
})

/** By path, and also by view where a page has views. */
const budgets: Readonly<Record<string, Limits>> = {
  '/': limits(111, 10, 8),
  '/sign-up': limits(149, 9, 14),
  '/set-password': limits(143, 9, 12),
  '/dashboard': limits(167, 12, 15),
  '/dashboard?view=account': limits(174, 12, 20),
  '/dashboard?view=edit': limits(177, 12, 21),
  '/dashboard?view=bills': limits(169, 12, 18),
  '/dashboard?view=usage': limits(173, 12, 19),
  '/dashboard?view=survey': limits(169, 12, 17),
  '/dashboard?view=news': limits(168, 12, 17),
  '/dashboard?view=payment-methods': limits(180, 12, 23),
  '/dashboard?view=notifications': limits(179, 12, 24),
  '/dashboard?view=help': limits(170, 12, 17),
  '/stop': limits(143, 9, 13),
  '/paynow': limits(155, 9, 14),
  '/payment-result': limits(143, 9, 11),
  '/view-bill': limits(138, 10, 12),
  '/faq': limits(102, 10, 8),
  '/terms-and-conditions': limits(124, 9, 8),
  '/privacy-policy': limits(124, 9, 8),
  '/maintenance': limits(100, 9, 6),
  '/gwaadmin': limits(109, 9, 8),
  '/admin-dashboard': limits(156, 10, 15),
  '/admin-dashboard?view=users': limits(159, 11, 17),
  '/admin-dashboard?view=system-maintenance': limits(165, 11, 19),
  '/admin-dashboard?view=announcements': limits(164, 11, 18),
  '/admin-dashboard?view=reports': limits(178, 12, 24),
  '/admin-dashboard?view=phoned-in': limits(183, 12, 31),
  '/admin-dashboard?view=password-reset': limits(160, 11, 18),
  '/admin-dashboard?view=audit-log': limits(163, 11, 21),
  '/admin-dashboard?view=broadcasts': limits(171, 11, 24),
  '/admin-dashboard?view=message-previews': limits(158, 11, 17),
  '/admin-dashboard?view=system-status': limits(159, 11, 19),
  '/admin-dashboard?view=second-factor': limits(162, 11, 18),
  '/admin-dashboard?view=own-sessions': limits(158, 11, 18),
  '/backdoor-login': limits(153, 10, 15),
}

/**
 * The most for files that are only loaded when a button is pressed: the workers that make PDF files, and the console's
 * text editor; kilobytes after brotli.
 */
const buttonBudgets = [
  { name: 'rich-text-editor', kilobytes: 126 },
  { name: 'bill-worker', kilobytes: 204 },
  { name: 'receipt-worker', kilobytes: 195 },
] as const

/** Prints the cost of each page, view and button, and fails the build when one exceeds its budget. */
export function routeBudgets(): Plugin {
  return {
    name: 'route-budgets',
    apply: 'build',
    writeBundle(_options, bundle) {
      const addresses = modulesOfAddresses().filter(([address, modules]) => !isWithin(address, modules, bundle))
      const files = buttonBudgets.filter((budget) => !isFileWithin(budget, bundle))
      const tooLarge = [...addresses.map(([address]) => address), ...files.map(({ name }) => name)]
      if (tooLarge.length > 0) this.error(`Over budget: ${tooLarge.join(', ')}`)
    },
  }
}

/** The modules that each page, and each view of a page, needs to be shown. */
function modulesOfAddresses(): [address: string, modules: readonly string[]][] {
  return pages.flatMap(({ path, module, views = {} }) => [
    [path, [module]],
    ...Object.entries(views).map(([name, view]: [string, Opened]): [string, readonly string[]] => [
      `${path}?view=${name}`,
      [module, view.module],
    ]),
  ])
}

function isWithin(address: string, modules: readonly string[], bundle: Bundle): boolean {
  const budget = budgets[address]
  if (!budget) throw new Error(`${address} has no budget`)
  const { scripts, styles } = filesOf(modules, bundle)
  const [script, style] = [kilobytes(scripts, bundle), kilobytes(styles, bundle)]
  const files = scripts.size + styles.size
  const isOver = script > budget.scriptKilobytes || style > budget.styleKilobytes || files > budget.files
  const costs = [
    `${script.toFixed(1)}/${budget.scriptKilobytes} KB script`,
    `${style.toFixed(1)}/${budget.styleKilobytes} KB style`,
    `${files}/${budget.files} files`,
  ]
  process.stdout.write(`${isOver ? 'OVER' : 'ok  '} ${address}: ${costs.join(', ')}\n`)
  return !isOver
}

function isFileWithin({ name, kilobytes: most }: (typeof buttonBudgets)[number], bundle: Bundle): boolean {
  const files = Object.keys(bundle).filter((file) => file.includes(`/${name}-`) && file.endsWith('.js'))
  if (files.length !== 1) throw new Error(`There are ${files.length} files of ${name}`)
  const size = kilobytes(files, bundle)
  process.stdout.write(`${size <= most ? 'ok  ' : 'OVER'} ${name}: ${size.toFixed(1)}/${most} KB script\n`)
  return size <= most
}

function kilobytes(names: Iterable<string>, bundle: Bundle): number {
  let bytes = 0
  for (const name of names) {
    bytes += sizeOf(bundle[`${name}.br`] ?? bundle[name])
  }
  return bytes / 1024
}

/** In bytes; of the compressed file when `precompress` made one. */
function sizeOf(file: Bundle[string] | undefined): number {
  if (!file) return 0
  return file.type === 'chunk' ? Buffer.byteLength(file.code) : Buffer.byteLength(file.source)
}
