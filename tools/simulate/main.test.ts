import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const programs = { simulate: 'main.ts', chaos: '../chaos/main.ts', bench: '../run/bench.ts' }

test.each([
  [programs.simulate, '--seeds', '20k'],
  [programs.simulate, '--seeds', '0'],
  [programs.simulate, '--workers', 'all'],
  [programs.simulate, '--without-safeguards', '--seeds', '20k'],
  [programs.simulate, '--without-safeguards', '--only', 'no such safeguard'],
  [programs.chaos, '--seconds', '2m'],
  [programs.bench, 'no such bench'],
])('%s with %s %s fails, instead of finding no fault in nothing', (program, ...words) => {
  const script = fileURLToPath(new URL(program, import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout).toBe('')
})
