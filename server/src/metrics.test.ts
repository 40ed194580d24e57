import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { metrics } from './metrics.ts'
// It adds its figures to the others.
import './features/return-rates/bank-metrics.ts'

/** The figures of `/metrics` in a new process. In this process, other test files have counted already. */
async function figuresOfNewProcess(): Promise<string> {
  const code = `process.stdout.write(await (await import('./metrics.ts')).metrics.metrics())`
  const inServer = { cwd: fileURLToPath(new URL('.', import.meta.url)) }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], inServer)
  return stdout
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const alerts = read('deploy/alerts.yml')
const handbook = read('docs/operations.md')

test('every alert uses metrics that the portal has', () => {
  const told = metrics.getMetricsAsArray().map(({ name }) => name)
  const asked = alerts.match(/portal_\w+/g) ?? []
  expect(asked).not.toEqual([])
  for (const figure of asked) expect(told).toContain(figure.replace(/_(bucket|count|sum)$/, ''))
})

test('every result that an alert waits for is reported as 0 before there is one', async () => {
  const text = await figuresOfNewProcess()
  const awaited = [...alerts.matchAll(/increase\((\w+)\{result="(\w+)"\}/g)].filter(
    ([, name]) => !name?.includes('emails'),
  )
  expect(awaited.length).toBeGreaterThan(1)
  for (const [, name, result] of awaited) expect(text).toContain(`${name}{result="${result}"} 0`)
})

test('the verdicts of charges are reported as 0 before there is one, because the alert about the gateway compares them', async () => {
  const text = await figuresOfNewProcess()
  for (const verdict of ['charged', 'declined', 'notCharged', 'notSent', 'unknown'])
    expect(text).toContain(`portal_charge_seconds_count{verdict="${verdict}"} 0`)
})

test('every alert has its entry in docs/operations.md, and every entry has its alert', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const entries = [...handbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  expect(entries).toEqual(names)
})

test('every alert has its summary in one quoted sentence, which a comma would otherwise cut in two', () => {
  const annotations = alerts.match(/^ +annotations: .*$/gm) ?? []
  expect(annotations).toHaveLength(alerts.match(/- alert: /g)?.length ?? 0)
  for (const each of annotations)
    expect(each).toMatch(/^ +annotations: \{ summary: (?<quote>['"])[^'"]+('[^'"]+)?\k<quote> \}$/)
})

test('deploy/dashboard.json shows every metric of the product, and no other', () => {
  const shown = read('deploy/dashboard.json').match(/portal_\w+/g) ?? []
  const figures = metrics.getMetricsAsArray().map(({ name }) => name)
  expect(new Set(shown.map((name) => name.replace(/_(bucket|count|sum)$/, '')))).toEqual(
    new Set(figures.filter((name) => !/^portal_(process|nodejs)_/.test(name))),
  )
})

test('docs/operations.md names every alarm', () => {
  const sources = globSync('server/src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
  const alarm = /\b(?:alarm|\w+Alarm)(?:\(| =|:)\s*'([^']+)'|alarm: true[^'\n]*'([^']+)'/g
  const alarms = sources.flatMap((path) =>
    [...read(path).matchAll(alarm)].map(([found, said, logged]) => said ?? logged ?? found),
  )
  expect(alarms.length).toBeGreaterThan(18)
  const alarmTable = handbook.match(/^\| .*? \|/gm)?.join('\n') ?? ''
  expect(alarms.filter((text) => !alarmTable.includes(text))).toEqual([])
})

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}
