import { adminConsoleTexts } from '@portal/contract/console-texts'
import { reportsTexts } from '@portal/contract/reports'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { PortalStartProvider } from '#api/portal-start.tsx'
import { testStart } from '#testing/data.ts'
import { keepFocus } from '#ui/focus.ts'
import { ExportCsv } from './export-csv.tsx'
import { noFilters } from './report-address.ts'

let feed: ReadableStreamDefaultController<Uint8Array>
let signal: AbortSignal | null | undefined
/** Whether the browser has followed the link itself. */
let isFollowed: boolean
const file = {
  write: vi.fn<(piece: Uint8Array) => Promise<void>>(),
  close: vi.fn<() => Promise<void>>(),
  abort: vi.fn<() => Promise<void>>(),
}
const picker = vi.fn<(options: { suggestedName: string }) => Promise<unknown>>()

beforeEach(() => {
  for (const step of Object.values(file)) step.mockReset().mockResolvedValue(undefined)
  picker.mockReset().mockResolvedValue({ createWritable: async () => file })
  vi.stubGlobal('showSaveFilePicker', picker)
  vi.stubGlobal('fetch', async (_address: string, asked: RequestInit) => {
    signal = asked.signal
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        feed = controller
      },
    })
    signal?.addEventListener('abort', () => feed.error(signal?.reason))
    return new Response(body)
  })
})
const follow = (event: Event) => {
  isFollowed = !event.defaultPrevented
  event.preventDefault()
}
beforeEach(() => window.addEventListener('click', follow))
afterEach(() => {
  window.removeEventListener('click', follow)
  vi.unstubAllGlobals()
})

function open() {
  const filters = { ...noFilters, username: 'maria & co', pay_date_start: '02/01/2026' }
  return render(
    <PortalStartProvider start={testStart}>
      <ExportCsv filters={filters} total={4} />
    </PortalStartProvider>,
  )
}

const link = () => screen.getByRole<HTMLAnchorElement>('link', { name: reportsTexts.exportCsv })
const press = (keys = {}) => fireEvent.click(link(), keys)
const send = (text: string) => feed.enqueue(new TextEncoder().encode(text))

test('is a link to the file with everything that the filters find', () => {
  open()
  expect(link().getAttribute('href')).toBe(
    '/api/v1/transactions.csv?pay_date_start=02%2F01%2F2026&username=maria+%26+co',
  )
  expect(link().hasAttribute('download')).toBe(true)
})

test('writes to the chosen file as it arrives, with the name of A§9, and shows the progress', async () => {
  open()
  press()
  expect(isFollowed).toBe(false)
  await waitFor(() => expect(feed).toBeDefined())
  expect(picker.mock.lastCall?.[0].suggestedName).toMatch(/^GWA-Admin-Control-Reports-\d\d-\d\d-\d{4}\.csv$/)
  send('Id,Amount\n1,5.00\n2,6.00\n')
  expect(await screen.findByText('2 payments, 0.0 MB')).toBeTruthy()
  const progress = screen.getByRole<HTMLProgressElement>('progressbar')
  expect([progress.value, progress.max]).toEqual([2, 4])
  send('3,7.00\n')
  feed.close()
  expect(await screen.findByText('Exported 3 payments, 0.0 MB.')).toBeTruthy()
  expect(file.write).toHaveBeenCalledTimes(2)
  expect(file.close).toHaveBeenCalledOnce()
  expect(file.abort).not.toHaveBeenCalled()
})

test('also stops at the server when it is cancelled, and leaves the file as it was', async () => {
  onTestFinished(keepFocus())
  open()
  press()
  const cancel = await screen.findByRole('button', { name: 'Cancel' })
  cancel.focus()
  fireEvent.click(cancel)
  expect(await screen.findByText('Export canceled.')).toBeTruthy()
  // The pressed button is gone.
  expect(document.activeElement).toBe(link())
  expect(signal?.aborted).toBe(true)
  expect(file.abort).toHaveBeenCalledOnce()
  expect(file.close).not.toHaveBeenCalled()
})

test('stops when the page is left', async () => {
  const { unmount } = open()
  press()
  await screen.findByRole('button', { name: 'Cancel' })
  unmount()
  expect(signal?.aborted).toBe(true)
  await waitFor(() => expect(file.abort).toHaveBeenCalledOnce())
})

test('that is interrupted says so and leaves no partial file', async () => {
  open()
  press()
  await screen.findByRole('button', { name: 'Cancel' })
  send('Id,Amount\n')
  feed.error(new TypeError('network error'))
  expect((await screen.findByRole('alert')).textContent).toContain(adminConsoleTexts.serverError)
  expect(file.abort).toHaveBeenCalledOnce()
})

test('does nothing when no file is chosen', async () => {
  picker.mockRejectedValue(new DOMException('closed', 'AbortError'))
  open()
  press()
  expect(isFollowed).toBe(false)
  await waitFor(() => expect(picker).toHaveBeenCalledOnce())
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('')
})

test.each([
  ['cannot write to a file', {}, undefined],
  ['is to open it elsewhere', { ctrlKey: true }, picker],
])('is left to a browser that %s', (_what, keys, itsPicker) => {
  vi.stubGlobal('showSaveFilePicker', itsPicker)
  open()
  press(keys)
  expect(isFollowed).toBe(true)
  expect(picker).not.toHaveBeenCalled()
  expect(screen.queryByRole('progressbar')).toBeNull()
})
