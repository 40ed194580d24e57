import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
      { name: 'dead exports and dependencies', command: ['knip', '--no-progress'] },
      { name: 'web build', command: ['node', 'tools/run/build.ts'] },
    ],
  ]
}

export function unitStep(root: string, results: string): Step {
  const vitestResults = join(results, 'vitest.json')
  return {
    name: 'unit and server tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestResults}`],
    shown: 'meanwhile',
    tests: ['{contract,deploy,server,tools}/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
    read: () => readVitest(vitestResults, root),
  }
}

export function journeyStep(results: string, chromium: string): Step {
  const playwrightResults = join(results, 'playwright.json')
  return {
    name: 'browser journeys',
    command: ['playwright', 'test', '--config', 'e2e', '--project', 'journeys', '--reporter=list,json'],
    shown: 'meanwhile',
    settings: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightResults },
    tests: ['e2e/journeys/*.spec.ts'],
    read: () => readPlaywright(playwrightResults),
  }
}

/** The main ways in other engines than the journeys', where Debian's packages are installed. */
export const engineStep: Step = {
  name: 'Firefox and WebKit',
  command: ['node', 'e2e/engines/walks.ts', '--if-installed'],
  shown: 'meanwhile',
  tests: ['e2e/engines/walks.ts'],
}

/** A step of `npm test`, which a change must pass. */
export interface Step {
  name: string
  command: readonly string[]
  /** When to show its output: while it runs, for long steps, or at the end. By default, only when it fails. */
  shown?: 'meanwhile' | 'inTheEnd'
  settings?: Record<string, string>
  /** Patterns of its test files, if it may skip those that nothing has changed for (unchanged.ts). */
  tests?: readonly string[]
  /** Reads which tests passed and failed in a step that runs many; without it the step itself counts as one. */
  read?: () => Promise<Results>
}

/** @returns also the line that says how long it took: on the clock, and of processors, by all that it started */
export async function runStep(root: string, step: Step): Promise<Results & { line: string }> {
  if (step.shown === 'meanwhile') console.log(`\n── ${step.name}`)
  const started = performance.now()
  const { code, output, processorSeconds } = await run(root, step)
  const results = await resultsOf(step, code === 0)
  const times = [(performance.now() - started) / 1000, processorSeconds]
  const seconds = times.map((time) => (Number.isNaN(time) ? '' : `${time.toFixed(1)} s`).padStart(10)).join('')
  const line = `${code === 0 ? '✓' : '✗'} ${step.name.padEnd(32)}${seconds}`
  console.log(line)
  if ((code !== 0 || step.shown === 'inTheEnd') && output !== '') console.log(output.replaceAll(/^/gm, '    '))
  return { ...results, line }
}

/**
 * A failed step counts as a failure even if none of its tests failed, because it may have ended before running them.
 */
async function resultsOf(step: Step, hasPassed: boolean): Promise<Results> {
  if (!step.read) return hasPassed ? { passed: 1, failures: [] } : { passed: 0, failures: [step.name] }
  const { passed, failures, passedFiles } = await step.read().catch((): Results => ({ passed: 0, failures: [] }))
  return { passed, failures: hasPassed || failures.length > 0 ? failures : [step.name], passedFiles }
}

interface Ran {
  code: number
  output: string
  processorSeconds: number
}

let counted = 0

/** Processor time of the child that has just ended and of all that it waited for, in seconds. Only Linux tells it. */
function newlyCounted(): number {
  const before = counted
  try {
    // Behind the name, which may have spaces: `cutime` and `cstime`, in hundredths (proc_pid_stat(5)).
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
    counted = (Number(fields[13]) + Number(fields[14])) / 100
    return counted - before
  } catch {
    return NaN
  }
}

function run(root: string, step: Step): Promise<Ran> {
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
    let processorSeconds = NaN
    child.once('exit', () => {
      processorSeconds = newlyCounted()
    })
    child.once('error', (error) => resolve({ code: 1, output: error.message, processorSeconds }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: output.trim(), processorSeconds }))
  })
}
