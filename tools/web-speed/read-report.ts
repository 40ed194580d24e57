import { z } from 'zod'
import { quantile } from '../run/quantile.ts'

/** What Lighthouse found on one page. Scores are from 0 to 100. */
export interface PageReport {
  name: string
  /** The median of all looks, as are the figures of time and movement. */
  performance: number
  accessibility: number
  bestPractices: number
  largestPaintMilliseconds: number
  layoutShift: number
  blockingMilliseconds: number
  scriptBytes: number
  requests: number
  /** The audits that count for accessibility or best practices and failed. */
  failures: readonly string[]
}

const Category = z.object({
  /** From 0 to 1; null when one of its audits failed to measure. */
  score: z.number().nullable(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
})
const Audit = z.object({
  title: z.string(),
  score: z.number().nullable(),
  numericValue: z.number().optional(),
  errorMessage: z.string().optional(),
})
const Network = z.object({
  details: z.object({ items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number() })) }),
})

const Result = z.object({
  lhr: z.object({
    runtimeError: z.object({ message: z.string() }).optional(),
    categories: z.record(z.string(), Category),
    audits: z.looseObject({ 'network-requests': Network }).catchall(Audit),
  }),
})

/** One look of Lighthouse at a page. */
export type Look = z.infer<typeof Result>['lhr']

/** @throws Error when Lighthouse could not look at the page, or not measure what it scores. */
export function readLook(result: unknown): Look {
  const { lhr } = Result.parse(result)
  if (lhr.runtimeError) throw new Error(`Lighthouse could not look at the page: ${lhr.runtimeError.message}`)
  if (Object.values(lhr.categories).some(({ score }) => score === null)) {
    throw new Error(`Lighthouse could not measure the page: ${errorsOf(lhr).join('; ')}`)
  }
  return lhr
}

function errorsOf({ audits }: Look): string[] {
  const errors = Object.values(audits).flatMap((audit) => ('errorMessage' in audit ? [String(audit.errorMessage)] : []))
  return [...new Set(errors)]
}

/** @param first the look that was for everything; `again` were for speed only */
export function pageReport(name: string, first: Look, again: readonly Look[]): PageReport {
  const looks = [first, ...again]
  const figureOf = (audit: string): number =>
    quantile(
      looks.map((look) => look.audits[audit]?.numericValue ?? 0),
      0.5,
    )
  const network = first.audits['network-requests'].details.items
  const scripts = network.filter((request) => request.resourceType === 'Script')
  return {
    name,
    performance: quantile(
      looks.map((look) => scoreOf(look, 'performance')),
      0.5,
    ),
    accessibility: scoreOf(first, 'accessibility'),
    bestPractices: scoreOf(first, 'best-practices'),
    largestPaintMilliseconds: figureOf('largest-contentful-paint'),
    layoutShift: figureOf('cumulative-layout-shift'),
    blockingMilliseconds: figureOf('total-blocking-time'),
    scriptBytes: scripts.reduce((bytes, script) => bytes + script.transferSize, 0),
    requests: network.length,
    failures: ['accessibility', 'best-practices'].flatMap((category) => failedAudits(first, category)),
  }
}

/** From 0 to 100. */
function scoreOf({ categories }: Look, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100)
}

function failedAudits({ categories, audits }: Look, name: string): string[] {
  const counting = (categories[name]?.auditRefs ?? []).filter((reference) => reference.weight > 0)
  return counting.flatMap(({ id }) => {
    const audit = audits[id]
    return audit && audit.score !== null && audit.score < 1 ? [`${id}: ${audit.title}`] : []
  })
}
