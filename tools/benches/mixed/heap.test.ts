import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { execPath } from 'node:process'
import { expect, test } from 'vitest'
import { freePort } from '../../world/ports.ts'
import { heapInUse, inspectorFlags } from './heap.ts'

/** Keeps forty megabytes of numbers, drops as many, and reports it. */
const program = `
  globalThis.kept = Array.from({ length: 5e6 }, () => Math.random())
  let thrownAway = Array.from({ length: 5e6 }, () => Math.random())
  thrownAway = null
  console.log('ready')
  setInterval(() => undefined, 1000)`

test('the heap in use is what a process keeps, without what it has dropped', async () => {
  const port = await freePort()
  const child = spawn(execPath, [...inspectorFlags(port).split(' '), '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await once(child.stdout, 'data')
    const used = await heapInUse(child.pid ?? 0, port)
    expect(used).toBeGreaterThan(40)
    expect(used).toBeLessThan(70)
    expect(await heapInUse(child.pid ?? 0, port)).toBeCloseTo(used, 0)
  } finally {
    child.kill()
  }
})
