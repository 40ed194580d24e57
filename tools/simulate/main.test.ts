import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const programs = {
  simulate: 'main.ts',
  chaos: '../chaos/main.ts',
  bench: '../run/bench.ts',
}

function run(program: keyof typeof programs, words: readonly string[]) {
  const script = fileURLToPath(new URL(programs[program], import.meta.url))
  return spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' })
}

describe.each([
  ['simulate', '--seeds', '20k'],
  ['simulate', '--seeds', '0'],
  ['simulate', '--workers', 'all'],
  ['simulate', '--sedes', '20'],
  ['simulate', '--without-safeguards', '--seeds', '20k'],
  ['simulate', '--without-safeguards', '--only', 'no such safeguard'],
  ['chaos', '--seconds', '2m'],
  ['bench', 'no such bench'],
] as const)('%s with %s %s', (program, ...words) => {
  test('fails, instead of finding no fault in zero worlds, and prints its usage', () => {
    const { status, stdout, stderr } = run(program, words)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`\nnpm run ${program} -- `)
    expect(stderr).not.toContain('    at ')
  })
})

test.each([
  ['simulate', '--help'],
  ['simulate', '--without-safeguards', '--help'],
  ['chaos', '--help'],
  ['bench', '--help'],
] as const)('%s %s says how it is used', (program, ...words) => {
  const { status, stdout, stderr } = run(program, words)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`^npm run ${program} -- `))
})
