import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metrics } from './metrics.ts'

const alerts = read('deploy/alerts.yml')
const runbook = read('docs/runbook.md')

test('every alert asks for figures that the portal tells', () => {
  const told = metrics.getMetricsAsArray().map(({ name }) => name)
  const asked = alerts.match(/portal_\w+/g) ?? []
  expect(asked).not.toEqual([])
  for (const figure of asked) expect(told).toContain(figure.replace(/_(bucket|count|sum)$/, ''))
})

test('every alert has its entry in the runbook, and no entry is about another', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const entries = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(entries).toEqual(names)
})

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}
