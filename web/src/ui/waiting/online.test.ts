import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenOnline } from './online.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opens something in a browser without a network, which can be switched on and off. */
function openedOffline() {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('the survey')
  const network = (isThere: boolean) => {
    onLine.mockReturnValue(isThere)
    dispatchEvent(new Event(isThere ? 'online' : 'offline'))
  }
  return { load, network, opened: whenOnline(load)() }
}

test('given a browser without a network, what is opened is asked for when the network is back, and not before', async () => {
  const { load, network, opened } = openedOffline()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).not.toHaveBeenCalled()
  network(true)
  await vi.advanceTimersByTimeAsync(500)
  expect(await opened).toBe('the survey')
})

test('given a server that does not answer, what is opened is asked for again when it does', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch the module'))
    .mockResolvedValue('the survey')
  const fetch = vi.fn<() => Promise<Response>>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetch)
  const opened = whenOnline(load)()
  await vi.advanceTimersByTimeAsync(10_000)
  fetch.mockResolvedValue(new Response(null, { status: 503 }))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledOnce()
  fetch.mockResolvedValue(new Response())
  await vi.advanceTimersByTimeAsync(2000)
  expect(await opened).toBe('the survey')
})

test('given a network that has just come back, then it is not asked for in its first moment', async () => {
  const { load, network } = openedOffline()
  network(true)
  await vi.advanceTimersByTimeAsync(400)
  expect(load).not.toHaveBeenCalled()
})

test('given a network that comes and goes, then it is asked for when the network stays', async () => {
  const { load, network, opened } = openedOffline()
  network(true)
  network(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).not.toHaveBeenCalled()
  network(true)
  await vi.advanceTimersByTimeAsync(500)
  expect(await opened).toBe('the survey')
})
