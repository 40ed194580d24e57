import { createHash } from 'node:crypto'
import { pagePaths, policyReportPath, takesCards } from '@portal/contract/paths'
import type { FastifyInstance } from 'fastify'
import { Parser } from 'htmlparser2'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { consume } from '../foundation/rate-limits/rate-limits.ts'
import type { Work } from '../foundation/work/loop.ts'
import { policyViolations } from '../metrics.ts'

// What shows a utility that its payment pages are as built (PCI DSS 4.0.1, 6.4.3 and 11.6.1; docs/security.md).

const largestReport = 16 * 1024
const fewWords = z.string().max(2000)
const Violation = z.object({ page: fewWords, directive: fewWords, blocked: fewWords })

/** In the older form (`report-uri`) and in that of the Reporting API, which sends several at once. */
const PolicyReports = z.union([
  z
    .object({
      'csp-report': z
        .object({ 'document-uri': fewWords, 'effective-directive': fewWords, 'blocked-uri': fewWords.default('') })
        .transform((told) => ({
          page: told['document-uri'],
          directive: told['effective-directive'],
          blocked: told['blocked-uri'],
        })),
    })
    .transform((told) => [told['csp-report']]),
  z
    .array(
      z.object({
        type: z.literal('csp-violation'),
        body: z.object({ documentURL: fewWords, effectiveDirective: fewWords, blockedURL: fewWords.default('') }),
      }),
    )
    .max(20)
    .transform((told) =>
      told.map(({ body }) => ({
        page: body.documentURL,
        directive: body.effectiveDirective,
        blocked: body.blockedURL,
      })),
    ),
])

/** Takes the reports of what a browser kept from loading or running on our pages: a line in the log and a count each. */
export async function takePolicyReports(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    const types = ['application/csp-report', 'application/reports+json']
    const options = { parseAs: 'string', bodyLimit: largestReport } as const
    scope.addContentTypeParser(types, options, (_request, body, done) => done(null, body))
    scope.post(policyReportPath, { schema: { hide: true } }, async (request, reply) => {
      await consume(deps, 'policyReportsPerAddress', request.clientAddress)
      for (const violation of readReports(request.body)) note(violation, deps)
      return await reply.code(204).send()
    })
  })
}

function readReports(body: unknown): z.infer<typeof Violation>[] {
  try {
    return PolicyReports.safeParse(JSON.parse(String(body))).data ?? []
  } catch {
    return []
  }
}

/** Extensions of the visitor's browser try to change every page they see. */
const ofTheBrowser = /^(?:chrome|moz|safari-web|edge)-extension\b/

function note({ page, directive, blocked }: z.infer<typeof Violation>, { log, config }: Deps): void {
  if (ofTheBrowser.test(blocked) || !URL.canParse(page, config.PUBLIC_URL)) return
  const { pathname } = new URL(page, config.PUBLIC_URL)
  const isPayingPage = takesCards(page)
  const known = /^[a-z-]{1,40}$/.test(directive) ? directive : 'other'
  policyViolations.inc({ page: isPayingPage ? 'paying' : 'other' })
  // An address may hold a secret behind its path; the origin says whose script it was.
  const source = URL.canParse(blocked) ? new URL(blocked).origin : blocked.slice(0, 20)
  log.warn({ page: pathname.slice(0, 60), directive: known, source }, 'A page was kept from loading something')
}

/** Half an hour: a page changed on its way is noticed within the hour, and the standard asks for a week. */
const rest = 30 * 60_000

type ReadPage = (path: string) => Promise<Seen>

interface Seen {
  /** In small letters. */
  header(name: string): string | null
  body: string
}

/**
 * Compares Pay Now as people get it with what this process would send: the headers that protect it, its scripts, and
 * what is in them. While processes of two versions run, one look may differ, so the second in a row is an alarm.
 */
export function pageWatch(
  app: FastifyInstance,
  { config, log }: Pick<Deps, 'config' | 'log'>,
  readOutside: ReadPage = async (path) => await readFrom(config.PUBLIC_URL, path),
): Work {
  let differedBefore = false
  return {
    name: 'page-watch',
    restMilliseconds: rest,
    async run() {
      const differences = await differencesOf(app, readOutside).catch((error: unknown) => {
        log.warn({ err: error }, 'The payment page could not be read from outside')
        return null
      })
      if (differences === null) return 0
      if (differences.length > 0 && differedBefore) {
        log.error({ alarm: true, differences }, 'The payment page differs from what was built')
      }
      differedBefore = differences.length > 0
      return 0
    },
  }
}

async function differencesOf(app: FastifyInstance, readOutside: ReadPage): Promise<string[]> {
  const [outside, inside] = [await readOutside(pagePaths.payNow), await readInside(app, pagePaths.payNow)]
  const headers = protectingHeaders.filter((name) => outside.header(name) !== inside.header(name))
  const [seen, built] = [scriptsOf(outside.body), scriptsOf(inside.body)]
  const strange = seen.filter((script) => !built.includes(script)).map((script) => `script ${script}`)
  const changed: string[] = []
  for (const script of built.filter((each) => each.startsWith('/'))) {
    const [sent, ours] = [await readOutside(script), await readInside(app, script)]
    if (digest(sent.body) !== digest(ours.body)) changed.push(`content of ${script}`)
  }
  return [...headers.map((name) => `header ${name}`), ...strange, ...changed]
}

const protectingHeaders = [
  'content-security-policy',
  'permissions-policy',
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'strict-transport-security',
]

/** The addresses of all scripts in a page, and the digest of each that stands in it. Data blocks do not run. */
function scriptsOf(html: string): string[] {
  const found: string[] = []
  let inline: string | null = null
  const parser = new Parser({
    onopentag(name, { src, href, rel, type }) {
      if (name === 'link' && rel === 'modulepreload' && href) found.push(href)
      if (name !== 'script' || type === 'application/json') return
      if (src) found.push(src)
      else inline = ''
    },
    ontext(text) {
      if (inline !== null) inline += text
    },
    onclosetag(name) {
      if (name === 'script' && inline !== null) found.push(`in the page (${digest(inline)})`)
      if (name === 'script') inline = null
    },
  })
  parser.end(html)
  return found
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Milliseconds. */
const longestRead = 20_000

async function readFrom(origin: string, path: string): Promise<Seen> {
  const reply = await fetch(new URL(path, origin), { redirect: 'error', signal: AbortSignal.timeout(longestRead) })
  return { header: (name) => reply.headers.get(name), body: await reply.text() }
}

async function readInside(app: FastifyInstance, path: string): Promise<Seen> {
  const reply = await app.inject(path)
  const header = (name: string) => {
    const value = reply.headers[name]
    return value === undefined ? null : String(value)
  }
  return { header, body: reply.body }
}
