import { afterEach, expect, test, vi } from 'vitest'
import { whenOnline } from './when-online.ts'

afterEach(() => vi.restoreAllMocks())

test('given a browser without a network, what is opened is asked for when the network is back, and not before', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('the survey')
  const opened = whenOnline(load)()
  await Promise.resolve()
  expect(load).not.toHaveBeenCalled()
  onLine.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  expect(await opened).toBe('the survey')
})
