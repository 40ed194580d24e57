import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.ts'
import { checkSteps, engineSteps, journeySteps, runStep, type Step, unitSteps } from './steps.ts'

/**
 * `npm test`: everything a change must pass. It continues after a failure, so that one run shows all of them, and names
 * them once more at the end.
 */

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const resultsFolder = join(root, 'var', 'test-results')
const failures: string[] = []
let passed = 0

await rm(resultsFolder, { recursive: true, force: true })
await mkdir(resultsFolder, { recursive: true })
await Promise.all(checkSteps().map(runAll))
await runAll(unitSteps(root, resultsFolder))
try {
  await runAll(journeySteps(resultsFolder, findChromium(root)))
  await runAll(engineSteps)
} catch (error) {
  failures.push(`browser journeys: ${error instanceof Error ? error.message : String(error)}`)
}
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

async function runAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const results = await runStep(root, step)
    passed += results.passed
    failures.push(...results.failures)
  }
}
