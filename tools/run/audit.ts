import { spawnSync } from 'node:child_process'
import { argv, env, execPath, exit } from 'node:process'
import { judgeAudit } from './judge-audit.ts'

/**
 * `node tools/run/audit.ts`: asks the package registry for known vulnerabilities in what package-lock.json installs,
 * development packages included. Ends with 1 when one is high or critical. A registry that keeps no advisories or
 * cannot be reached is not a failure of this checkout: the audit says so and counts as left out. Further arguments go
 * to npm, such as `--prefix=` and the folder of another package-lock.json.
 */

const [program, ...first] = env.npm_execpath ? [execPath, env.npm_execpath] : ['npm']
const options = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000']
const { stdout } = spawnSync(program ?? 'npm', [...first, ...options, ...argv.slice(2)], { encoding: 'utf8' })

const verdict = judgeAudit(stdout ?? '')
if (verdict.outcome === 'holes') {
  console.error(verdict.lines.join('\n'))
  exit(1)
}
if (verdict.outcome === 'unknown') console.warn(`Skipped: the registry could not be reached (${verdict.reason})`)
else console.log(`No high or critical vulnerabilities. ${verdict.lesser} packages have lower ones`)
