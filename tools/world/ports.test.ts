import { once } from 'node:events'
import { type Server, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { choosePort, choosePorts } from './ports.ts'

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ family }) => family === 'IPv6'),
)
const hosts = ['127.0.0.1', '0.0.0.0', ...(hasIpv6 ? ['::1', '::'] : [])]

test.for(hosts)(
  'given another program on the wanted port of %s, then the next free one is used and said in one line',
  async (host) => {
    const taken = await listen(host)
    const lines: string[] = []

    const port = await choosePort({ ...wanted, port: taken }, (line) => lines.push(line))

    expect(port).toBeGreaterThan(taken)
    expect(lines).toEqual([`Port ${taken} is in use. The portal uses ${port} instead. Set PORT to choose another.`])
  },
)

test.for(['abc', '0', '70000'])('given %s as a port, then the setting is named', async (text) => {
  vi.stubEnv('PORT', text)
  await expect(choosePorts([], () => undefined)).rejects.toThrow(`PORT is not a valid port: ${text}`)
  vi.unstubAllEnvs()
})

test('given a free port, then it is used and nothing is printed', async () => {
  const free = await listen('127.0.0.1')
  await closed()
  const lines: string[] = []

  expect(await choosePort({ ...wanted, port: free }, (line) => lines.push(line))).toBe(free)
  expect(lines).toEqual([])
})

test('given portals that start at the same moment, then each gets a port of its own', async () => {
  const free = await listen('127.0.0.1')
  await closed()

  const chosen = await Promise.all([1, 2, 3].map(() => choosePort({ ...wanted, port: free }, () => undefined)))

  expect(new Set(chosen).size).toBe(3)
})

test('given processes of a killed run that still use the port, then they are waited for', async () => {
  const ending = await listen('127.0.0.1')

  const chosen = choosePort({ ...wanted, port: ending, maybeStillEnding: true }, () => undefined)
  await closed()

  expect(await chosen).toBe(ending)
})

const wanted = { purpose: 'The portal', setting: 'PORT', maybeStillEnding: false }

async function listen(host: string): Promise<number> {
  const server = createServer()
  servers.push(server)
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function closed(): Promise<void> {
  const ends = servers.splice(0).map((server) => once(server.close(), 'close'))
  await Promise.all(ends)
}
