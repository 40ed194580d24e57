import { z } from 'zod'

/** The result of an audit of the dependencies. */
type AuditVerdict =
  | { outcome: 'clean'; lesser: number }
  /** Known vulnerabilities of severity high or critical, one line each. */
  | { outcome: 'holes'; lines: readonly string[] }
  /** The registry has no advisories, or does not answer. */
  | { outcome: 'unknown'; reason: string }

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      range: z.string(),
      /** The advisory, or the name of the package in which it is. */
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
})
const Refused = z.object({ message: z.string() })

const grave = new Set(['high', 'critical'])

/** Reads what `npm audit --json` printed. */
export function judgeAudit(printed: string): AuditVerdict {
  const said = parseJson(printed)
  const report = Report.safeParse(said)
  if (!report.success) {
    const reason = Refused.safeParse(said).data?.message ?? 'npm audit printed no report'
    return { outcome: 'unknown', reason }
  }
  const found = Object.entries(report.data.vulnerabilities)
  const lines = found
    .filter(([, { severity }]) => grave.has(severity))
    .map(([name, { severity, range, via }]) => {
      const why = via.map((each) => (typeof each === 'string' ? `through ${each}` : `${each.title} ${each.url}`))
      return `${severity}: ${name} ${range}, ${why.join('; ')}`
    })
  return lines.length > 0 ? { outcome: 'holes', lines } : { outcome: 'clean', lesser: found.length }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
