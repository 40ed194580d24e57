import { verify } from 'argon2'
import { expect, test, vi } from 'vitest'
import { secretHashSeconds } from '../../metrics.ts'
import { TooManyHashes, hashSecret, inTurn, matchesSecret } from './hashing.ts'

vi.mock(import('argon2'), async (original) => {
  const real = await original()
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) }
})

async function hashesMade(): Promise<number> {
  const { values } = await secretHashSeconds.get()
  return values.find((one) => one.metricName?.endsWith('_count'))?.value ?? 0
}

test('a secret is kept as Argon2id with the cost OWASP asks for, and with a salt of its own', async () => {
  const [one, other] = await Promise.all([hashSecret('correct horse'), hashSecret('correct horse')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/)
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

test('without a hash to compare with nothing matches, after the same work', async () => {
  const kept = await hashSecret('correct horse')
  vi.mocked(verify).mockClear()
  const before = await hashesMade()
  await matchesSecret(kept, 'wrong horse')
  expect(await matchesSecret(null, 'wrong horse')).toBe(false)
  expect((await hashesMade()) - before).toBe(2)

  const [[known] = [''], [nobodys] = ['']] = vi.mocked(verify).mock.calls
  const costOf = (hash: string): string => hash.split('$').slice(0, 4).join('$')
  expect(costOf(nobodys)).toBe(costOf(known))
})

test('when more want to be compared than can be in good time, then the last are sent away and the others served', async () => {
  vi.mocked(verify).mockResolvedValue(true)
  const all = await Promise.allSettled(Array.from({ length: 400 }, () => matchesSecret('kept', 'given')))
  const refused = all.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(50)
  expect(refused.every((one) => one.reason instanceof TooManyHashes)).toBe(true)
  expect(await matchesSecret('kept', 'given')).toBe(true)
})

test('only some hashes are under way at once, so that a processor and a thread stay free for everything else', async () => {
  let underWay = 0
  let most = 0
  vi.mocked(verify).mockImplementation(async () => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
    return true
  })
  await Promise.all(Array.from({ length: 40 }, () => matchesSecret('kept', 'given')))
  expect(most).toBeLessThanOrEqual(3)
})

test('the work around hashes waits its turn too, so that it takes no more of the database than a few do', async () => {
  let underWay = 0
  let most = 0
  const work = async (): Promise<void> => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
  }
  await Promise.all(Array.from({ length: 40 }, () => inTurn(work)))
  expect(most).toBeLessThanOrEqual(4)
})
