import { join } from 'node:path'
import type { Step } from './step.ts'
import { readPlaywright, readVitest } from './test-results.ts'

const workspaces = ['contract', 'server', 'web', 'tools', 'e2e']
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']

/**
 * The checks that are not tests, as two queues that run side by side. They take about equally long, and each keeps one
 * processor busy.
 */
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

/** The tests beside the code. */
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

/** The journeys in a real browser. */
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
