import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { env } from 'node:process'
import { readPlaywright, readVitest, type Results } from './test-results.ts'

const workspaces = ['contract', 'server', 'web', 'tools', 'e2e']
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']

/** Two queues that run side by side: they take about equally long, and each keeps one processor busy. */
export function checkSteps(): Step[][] {
  return [
    // Its type checker is written in Go. With less garbage collection, it does a fifth less work and takes some more
    // memory.
    [{ name: 'lint and types', command: ['oxlint'], settings: { GOGC: '400' } }],
    [
      { name: 'lock file', command: ['node', 'tools/run/lock-file.ts', '--check'] },
      { name: 'lock file installs', command: [...npm, 'ci', '--dry-run', '--loglevel=error'] },
      { name: 'dependency audit', command: ['node', 'tools/run/audit.ts'], shown: 'inTheEnd' },
      { name: 'format', command: ['oxfmt', '--check', '.'] },
      { name: 'import rules', command: ['depcruise', ...workspaces, 'deploy', 'vitest.config.ts'] },
      { name: 'web build', command: ['node', 'tools/run/build.ts'] },
    ],
  ]
}

export function unitSteps(root: string, results: string): Step[] {
  const vitestResults = join(results, 'vitest.json')
  return [
    {
      name: 'unit and server tests',
      command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestResults}`],
      shown: 'meanwhile',
      read: () => readVitest(vitestResults, root),
    },
  ]
}

export function journeySteps(results: string, chromium: string): Step[] {
  const playwrightResults = join(results, 'playwright.json')
  return [
    {
      name: 'browser journeys',
      command: ['playwright', 'test', '--config', 'e2e', '--project', 'journeys', '--reporter=list,json'],
      shown: 'meanwhile',
      settings: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightResults },
      read: () => readPlaywright(playwrightResults),
    },
  ]
}

/** The main ways in other engines than the journeys', where Debian's packages are installed. */
export const engineSteps: readonly Step[] = [
  { name: 'Firefox and WebKit', command: ['node', 'e2e/engines/walks.ts', '--if-installed'], shown: 'meanwhile' },
]

/** A step of `npm test`, which a change must pass. */
export interface Step {
  name: string
  command: readonly string[]
  /** When to show its output: while it runs, for long steps, or at the end. By default, only when it fails. */
  shown?: 'meanwhile' | 'inTheEnd'
  settings?: Record<string, string>
  /** Reads which tests passed and failed in a step that runs many; without it the step itself counts as one. */
  read?: () => Promise<Results>
}

export async function runStep(root: string, step: Step): Promise<Results> {
  if (step.shown === 'meanwhile') console.log(`\n── ${step.name}`)
  const started = performance.now()
  const { code, output } = await run(root, step)
  const results = await resultsOf(step, code === 0)
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`.padStart(8)
  console.log(`${code === 0 ? '✓' : '✗'} ${step.name.padEnd(32)}${seconds}`)
  if ((code !== 0 || step.shown === 'inTheEnd') && output !== '') console.log(output.replaceAll(/^/gm, '    '))
  return results
}

/**
 * A failed step counts as a failure even if none of its tests failed, because it may have ended before running them.
 */
async function resultsOf(step: Step, hasPassed: boolean): Promise<Results> {
  if (!step.read) return hasPassed ? { passed: 1, failures: [] } : { passed: 0, failures: [step.name] }
  const { passed, failures } = await step.read().catch(() => ({ passed: 0, failures: [] }))
  return { passed, failures: hasPassed || failures.length > 0 ? failures : [step.name] }
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
