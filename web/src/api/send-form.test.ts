import { insertAnnouncement } from '@portal/contract/announcement-editing'
import { commonProblems, problemType } from '@portal/contract/problem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendForm } from './send-form.ts'

/** A stand-in for the request of the browser, which the test answers. */
class StandIn extends EventTarget {
  readonly upload = new EventTarget()
  readonly open = vi.fn<(method: string, address: string) => void>()
  readonly send = vi.fn<(form: FormData) => void>()
  withCredentials = false
  timeout = 0
  status = 0
  responseText = ''

  answer(status: number, body: unknown): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.dispatchEvent(new Event('load'))
  }
}

let request: StandIn
beforeEach(() => {
  request = new StandIn()
  vi.stubGlobal('XMLHttpRequest', function take() {
    return request
  })
})
afterEach(() => vi.unstubAllGlobals())

const image = new File(['dots'], 'tank.png', { type: 'image/png' })
const announcement = { title: 'Outage', content: '<p>On Monday</p>', type: 'Image', myFile: image } as const

test('a form is sent field by field with its file and the session, and the reply is that of the contract', async () => {
  const reply = sendForm(insertAnnouncement, announcement)
  request.answer(200, { result: 'Success', extra: 1 })
  expect(await reply).toEqual({ result: 'Success' })
  expect(request.open).toHaveBeenCalledWith('POST', expect.stringMatching(/\/api\/v1\/insert-announcement$/))
  expect(request.withCredentials).toBe(true)
  const [form] = request.send.mock.lastCall ?? []
  expect([...(form ?? [])].map(([name, value]) => [name, value instanceof File ? value.name : value])).toEqual([
    ['title', 'Outage'],
    ['content', '<p>On Monday</p>'],
    ['type', 'Image'],
    ['myFile', 'tank.png'],
  ])
})

test('the share that has been sent is told as it grows; where the size is not known, nothing counts as sent', () => {
  const shares: number[] = []
  void sendForm(insertAnnouncement, announcement, (share) => shares.push(share))
  for (const [loaded, total] of [
    [250, 1000],
    [1000, 1000],
    [1000, 0],
  ]) {
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }))
  }
  expect(shares).toEqual([0.25, 1, 0])
})

test('a refusal keeps its message', async () => {
  const reply = sendForm(insertAnnouncement, announcement)
  const { status, title } = commonProblems['not-allowed']
  request.answer(status, { type: problemType('not-allowed'), title, status, requestId: 'req-1' })
  await expect(reply).rejects.toMatchObject({ name: 'not-allowed', message: title })
})

test.each(['error', 'timeout'])('given %s, then nobody knows whether the form has arrived', async (trouble) => {
  const reply = sendForm(insertAnnouncement, announcement)
  request.dispatchEvent(new Event(trouble))
  await expect(reply).rejects.toMatchObject({ name: 'unreachable', isUncertain: true })
})
