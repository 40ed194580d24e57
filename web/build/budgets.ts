import { Buffer } from 'node:buffer'
import type { Plugin, Rolldown } from 'vite'

/** What a cold visit to a route may download: kilobytes after brotli, and number of files. */
interface Budget {
  readonly route: string
  /** The lazily loaded module that makes the route; the entry is always counted too. */
  readonly module: string
  /** What it loads lazily as soon as it is there, such as its first tab. */
  readonly opens?: string
  readonly scriptKilobytes: number
  readonly styleKilobytes: number
  readonly files: number
}

const budgets: readonly Budget[] = [
  { route: '/', module: 'customer/home/home-page.tsx', scriptKilobytes: 125, styleKilobytes: 12, files: 8 },
  {
    route: '/sign-up',
    module: 'customer/sign-up/sign-up-page.tsx',
    scriptKilobytes: 145,
    styleKilobytes: 14,
    files: 12,
  },
  {
    route: '/dashboard',
    module: 'customer/dashboard/dashboard-page.tsx',
    scriptKilobytes: 150,
    styleKilobytes: 16,
    files: 12,
  },
  { route: '/paynow', module: 'paynow/pay-now-page.tsx', scriptKilobytes: 145, styleKilobytes: 14, files: 12 },
  { route: '/payment-result', module: 'payment/result-page.tsx', scriptKilobytes: 130, styleKilobytes: 14, files: 10 },
  { route: '/view-bill', module: 'bill-view/view-bill-page.tsx', scriptKilobytes: 130, styleKilobytes: 14, files: 10 },
  { route: '/faq', module: 'customer/pages/faq-page.tsx', scriptKilobytes: 120, styleKilobytes: 12, files: 8 },
  {
    route: '/terms-and-conditions, /privacy-policy',
    module: 'customer/pages/text-page.tsx',
    scriptKilobytes: 125,
    styleKilobytes: 12,
    files: 8,
  },
  {
    route: '/maintenance',
    module: 'customer/pages/maintenance-page.tsx',
    scriptKilobytes: 120,
    styleKilobytes: 12,
    files: 8,
  },
  {
    route: '/gwaadmin',
    module: 'admin/sign-in/login-page.tsx',
    scriptKilobytes: 125,
    styleKilobytes: 12,
    files: 8,
  },
  {
    route: '/admin-dashboard',
    module: 'admin/console/console-page.tsx',
    opens: 'admin/users/users-tab.tsx',
    scriptKilobytes: 160,
    styleKilobytes: 18,
    files: 14,
  },
]

/** Files that a button loads: the workers that make PDF files, and the console's editor; kilobytes after brotli (research: ux §5). */
const buttonBudgets = [
  { name: 'rich-text-editor', kilobytes: 125 },
  { name: 'bill-worker', kilobytes: 195 },
  { name: 'receipt-worker', kilobytes: 195 },
] as const

/** Fails the build when a route outgrows its budget, and prints what each route costs. */
export function routeBudgets(): Plugin {
  return {
    name: 'route-budgets',
    apply: 'build',
    writeBundle(_options, bundle) {
      const routes = budgets.filter((budget) => !isWithin(budget, costOf(budget, bundle)))
      const files = buttonBudgets.filter((budget) => !isFileWithin(budget, bundle))
      const tooLarge = [...routes.map((budget) => budget.route), ...files.map((budget) => budget.name)]
      if (tooLarge.length > 0) this.error(`Over budget: ${tooLarge.join(', ')}`)
    },
  }
}

type Bundle = Rolldown.OutputBundle
type Cost = Pick<Budget, 'scriptKilobytes' | 'styleKilobytes' | 'files'>

function costOf(budget: Budget, bundle: Bundle): Cost {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const opened = [budget.module, ...(budget.opens ? [budget.opens] : [])].map((module) => {
    const chunk = chunks.find((each) => each.facadeModuleId?.endsWith(`/src/${module}`))
    if (!chunk) throw new Error(`Route ${budget.route}: no chunk of its own for ${module}`)
    return chunk
  })
  const scripts = withImports(
    [...chunks.filter((chunk) => chunk.isEntry), ...opened].map((chunk) => chunk.fileName),
    bundle,
  )
  const styles = new Set<string>()
  for (const script of scripts) for (const style of stylesOf(script, bundle)) styles.add(style)
  return {
    scriptKilobytes: kilobytes(scripts, bundle),
    styleKilobytes: kilobytes(styles, bundle),
    files: scripts.size + styles.size,
  }
}

function withImports(names: readonly string[], bundle: Bundle, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') continue
    found.add(name)
    withImports(chunk.imports, bundle, found)
  }
  return found
}

function stylesOf(script: string, bundle: Bundle): Iterable<string> {
  const chunk = bundle[script]
  return chunk?.type === 'chunk' ? (chunk.viteMetadata?.importedCss ?? []) : []
}

function kilobytes(names: Iterable<string>, bundle: Bundle): number {
  let bytes = 0
  for (const name of names) {
    bytes += sizeOf(bundle[`${name}.br`] ?? bundle[name])
  }
  return bytes / 1024
}

function isFileWithin({ name, kilobytes: most }: (typeof buttonBudgets)[number], bundle: Bundle): boolean {
  const files = Object.keys(bundle).filter((file) => file.includes(`/${name}-`) && file.endsWith('.js'))
  if (files.length !== 1) throw new Error(`There are ${files.length} files of ${name}`)
  const size = kilobytes(files, bundle)
  process.stdout.write(`${size <= most ? 'ok  ' : 'OVER'} ${name}: ${size.toFixed(1)}/${most} KB script\n`)
  return size <= most
}

/** Of the compressed file when `precompress` made one, else of the file itself. */
function sizeOf(file: Bundle[string] | undefined): number {
  if (!file) return 0
  return file.type === 'chunk' ? Buffer.byteLength(file.code) : Buffer.byteLength(file.source)
}

function isWithin(budget: Budget, cost: Cost): boolean {
  const within =
    cost.scriptKilobytes <= budget.scriptKilobytes &&
    cost.styleKilobytes <= budget.styleKilobytes &&
    cost.files <= budget.files
  const script = `${cost.scriptKilobytes.toFixed(1)}/${budget.scriptKilobytes} KB script`
  const style = `${cost.styleKilobytes.toFixed(1)}/${budget.styleKilobytes} KB style`
  process.stdout.write(
    `${within ? 'ok  ' : 'OVER'} ${budget.route}: ${script}, ${style}, ${cost.files}/${budget.files} files\n`,
  )
  return within
}
