import { readdir } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { beforeEach, expect, test, vi } from 'vitest'
import { secretHashSeconds } from '../../metrics.ts'
import { verifyInThread } from './hash-threads.ts'
import { hashSecret, inQueue, matchesSecret, HashQueueFull } from './hashing.ts'

vi.mock(import('./hash-threads.ts'), async (original) => {
  const real = await original()
  return { ...real, verifyInThread: vi.fn<typeof real.verifyInThread>(real.verifyInThread) }
})

beforeEach(() => void vi.mocked(verifyInThread).mockReset())

async function hashesMade(): Promise<number> {
  const { values } = await secretHashSeconds.get()
  return values.find((one) => one.metricName?.endsWith('_count'))?.value ?? 0
}

test('a secret is stored as Argon2id at the cost that OWASP recommends, with its own salt', async () => {
  const [one, other] = await Promise.all([hashSecret('correct horse'), hashSecret('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
})

test.each([
  ['the same secret', 'Hågat 1898', 'Hågat 1898', true],
  ['the same letters put together by another keyboard', 'Hågat 1898', 'Ha\u030Agat 1898', true],
  ['other capitals', 'Hågat 1898', 'hågat 1898', false],
  ['a space more', 'Hågat 1898', 'Hågat 1898 ', false],
  ['the beginning', 'Hågat 1898', 'Hågat 189', false],
])('%s matches: %j, %j, %s', async (_, kept, given, isSame) => {
  expect(await matchesSecret(await hashSecret(kept), given)).toBe(isSame)
})

test('without a hash, nothing matches, but the work is the same', async () => {
  const kept = await hashSecret('correct horse')
  vi.mocked(verifyInThread).mockClear()
  const before = await hashesMade()
  await matchesSecret(kept, 'wrong horse')
  expect(await matchesSecret(null, 'wrong horse')).toBe(false)
  expect((await hashesMade()) - before).toBe(2)

  const [[known] = [''], [nobodys] = ['']] = vi.mocked(verifyInThread).mock.calls
  const costOf = (hash: string): string => hash.split('$').slice(0, 4).join('$')
  expect(costOf(nobodys)).toBe(costOf(known))
})

test('a hash by another implementation, with its costs in another order, can be compared', async () => {
  const kept = '$argon2id$v=19$m=19456,p=1,t=2$L//V577lLiVhuEtJZh7Qig$wiphImw2VSyx+0vSDTmhs413Z7XsG2l/BnQlTEBJ29U'
  expect(await matchesSecret(kept, 'correct horse')).toBe(true)
  expect(await matchesSecret(kept, 'wrong horse')).toBe(false)
})

test.runIf(process.platform === 'linux')('hashes are made at a lower priority than calls are answered', async () => {
  await matchesSecret(null, 'correct horse')
  const priorities = await Promise.all(
    (await readdir('/proc/self/task')).map(async (thread) => getPriority(Number(thread))),
  )
  expect(Math.max(...priorities)).toBeGreaterThan(getPriority())
})

test('when too many comparisons are waiting, the latest are turned away and the others are served', async () => {
  vi.mocked(verifyInThread).mockResolvedValue(true)
  const all = await Promise.allSettled(Array.from({ length: 400 }, () => matchesSecret('kept', 'given')))
  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(50)
  expect(refused.every((one) => one.reason instanceof HashQueueFull)).toBe(true)
  expect(await matchesSecret('kept', 'given')).toBe(true)
})

test('only some hashes are computed at once, so that a processor and a thread stay free for everything else', async () => {
  let underWay = 0
  let most = 0
  vi.mocked(verifyInThread).mockImplementation(async () => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
    return true
  })
  await Promise.all(Array.from({ length: 40 }, () => matchesSecret('kept', 'given')))
  expect(most).toBeLessThanOrEqual(3)
})

test('the work around hashes waits for its turn, too, so that it never uses much of the database', async () => {
  let underWay = 0
  let most = 0
  const work = async (): Promise<void> => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
  }
  await Promise.all(Array.from({ length: 40 }, () => inQueue(work)))
  expect(most).toBeLessThanOrEqual(3)
})
