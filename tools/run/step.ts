import { spawn } from 'node:child_process'
import { env } from 'node:process'

/** A step of `npm test`, which a change must pass. */
export interface Step {
  name: string
  /** Run in the checkout, with node_modules/.bin on the PATH. */
  command: readonly string[]
  /** When to show its output: while it runs, for long steps, or at the end. By default, only when it fails. */
  shown?: 'meanwhile' | 'inTheEnd'
  settings?: Record<string, string>
  /** Counts the tests of a step that runs many; without it the step counts as one. */
  count?: () => Promise<Counts>
}

/** How many tests passed and failed. */
export interface Counts {
  passed: number
  failed: number
}

/** Runs a step to its end and prints its line. */
export async function runStep(root: string, step: Step): Promise<Counts> {
  if (step.shown === 'meanwhile') console.log(`\n── ${step.name}`)
  const started = performance.now()
  const { code, output } = await run(root, step)
  const counts = await countsOf(step, code === 0)
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`.padStart(8)
  console.log(`${code === 0 ? '✓' : '✗'} ${step.name.padEnd(32)}${seconds}`)
  if ((code !== 0 || step.shown === 'inTheEnd') && output !== '') console.log(output.replaceAll(/^/gm, '    '))
  return counts
}

/**
 * A failed step counts as a failure even if none of its tests failed, because it may have ended before running them.
 */
async function countsOf(step: Step, hasPassed: boolean): Promise<Counts> {
  if (!step.count) return hasPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const counted = await step.count().catch(() => ({ passed: 0, failed: 0 }))
  return hasPassed ? counted : { ...counted, failed: Math.max(counted.failed, 1) }
}

function run(root: string, step: Step): Promise<{ code: number; output: string }> {
  const [program = '', ...parameters] = step.command
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: root,
      env: { ...env, ...step.settings },
      stdio: step.shown === 'meanwhile' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const take = (chunk: Buffer): void => {
      output += chunk.toString()
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.trim() }))
  })
}
