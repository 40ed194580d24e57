import { globSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.ts'
import { checkSteps, engineStep, journeyStep, runStep, type Step, unitStep } from './steps.ts'
import { lastPasses } from './unchanged.ts'

/**
 * `npm test`: everything a change must pass. It continues after a failure, so that one run shows all of them, and names
 * them once more at the end. Tests that passed before, with nothing that they reach changed since, are not run again;
 * with `--all`, and where `CI` is set, they are.
 */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const resultsFolder = join(root, 'var', 'test-results')
const runsAll = argv.includes('--all') || Boolean(env.CI)
const passes = lastPasses(root)
const failures: string[] = []
const lines: string[] = []
let passed = 0
let skipped = 0

await rm(resultsFolder, { recursive: true, force: true })
await mkdir(resultsFolder, { recursive: true })
await Promise.all(checkSteps().map(runAll))
await runTests(unitStep(root, resultsFolder))
try {
  await runTests(journeyStep(resultsFolder, findChromium(root)))
  await runTests(engineStep)
} catch (error) {
  failures.push(`browser journeys: ${error instanceof Error ? error.message : String(error)}`)
}
console.log(`\n${''.padEnd(34)}${'clock'.padStart(10)}${'processor'.padStart(10)}\n${lines.join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
const unchanged = skipped > 0 ? `, ${skipped} files not run again, as nothing has changed for them` : ''
console.log(`\n${passed} passed, ${failures.length} failed${unchanged}`)
process.exitCode = failures.length === 0 ? 0 : 1

async function runAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await runOne(step)
}

async function runOne(step: Step): Promise<readonly string[]> {
  const results = await runStep(root, step)
  passed += results.passed
  failures.push(...results.failures)
  lines.push(results.line)
  return results.passedFiles ?? (results.failures.length === 0 ? (step.tests ?? []) : [])
}

/** Those that have to be run. */
async function runTests(step: Step): Promise<void> {
  const files = globSync(step.tests ?? [], { cwd: root, exclude: ['**/node_modules/**'] })
  const wouldPass = passes.unchanged(files)
  const skip = runsAll ? [] : wouldPass
  skipped += skip.length
  if (skip.length === files.length) return
  const settings = { ...step.settings, ...(skip.length > 0 && { SKIPPED_TESTS: skip.join('\n') }) }
  passes.remember(await runOne({ ...step, settings }))
}
