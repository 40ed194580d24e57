import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenOnline } from './when-online.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
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
