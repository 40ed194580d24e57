import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.ts'
import { type Counts, type Step, runStep } from './step.ts'
import { checkSteps, journeySteps, unitSteps } from './test-steps.ts'

/** `npm test`: everything a change must pass. It continues after a failure, so that one run shows all of them. */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const results = join(root, 'var', 'test-results')
const total: Counts = { passed: 0, failed: 0 }

await rm(results, { recursive: true, force: true })
await mkdir(results, { recursive: true })
await Promise.all(checkSteps().map(runAll))
await runAll(unitSteps(results))
try {
  await runAll(journeySteps(results, findChromium(root)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  total.failed += 1
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

async function runAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const counts = await runStep(root, step)
    total.passed += counts.passed
    total.failed += counts.failed
  }
}
