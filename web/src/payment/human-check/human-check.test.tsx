import { getHumanCheck, humanCheckMinutes, humanCheckTexts } from '@portal/contract/human-check'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testCheckout } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'
import { HumanCheckLine, labelOf } from './human-check.tsx'
import { solveChallenge } from './solve-challenge.ts'
import { useHumanCheck } from './use-human-check.ts'

const solving = { answer: Promise.withResolvers<string | null>() }

const closed = vi.fn<() => void>()
const gone = vi.fn<(answer: string) => void>()

function Form() {
  const humanCheck = useHumanCheck('account', { as: 'guest', onClosed: closed })
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    humanCheck.withAnswer(gone)
  }
  return (
    <form {...humanCheck.touched} onSubmit={submit}>
      <input aria-label="Name" />
      <button type="submit">{labelOf(humanCheck, 'Continue')}</button>
      <HumanCheckLine humanCheck={humanCheck} />
    </form>
  )
}

let server: ReturnType<typeof testServer>
const challenge = {
  parameters: { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' },
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  solving.answer = Promise.withResolvers()
  vi.mocked(solveChallenge).mockImplementation(async (_challenge, controller) => {
    controller.signal.addEventListener('abort', () => solving.answer.resolve(null))
    return await solving.answer.promise
  })
  server = testServer()
  server.replies(getHumanCheck, { challenge, expiresAt: testCheckout().startedAt })
  closed.mockClear()
  gone.mockClear()
})
afterEach(() => {
  vi.mocked(solveChallenge).mockReset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open() {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
  render(<Form />)
  return user
}

const button = (name: string) => screen.findByRole('button', { name })
const touch = () => fireEvent.focus(screen.getByLabelText('Name'))

test('the first touch verifies in the background, and the button passes from Verify to Continue by itself', async () => {
  const user = open()
  await button(humanCheckTexts.verify)
  touch()
  await screen.findByText(humanCheckTexts.verifying)
  await button(humanCheckTexts.verify)
  solving.answer.resolve('solved')
  await button('Continue')
  screen.getByText(humanCheckTexts.verified)
  expect(gone).not.toHaveBeenCalled()
  await user.click(await button('Continue'))
  expect(gone).toHaveBeenCalledExactlyOnceWith('solved')
  expect(server.askedFor(getHumanCheck)).toHaveLength(1)
})

test('a press that comes too early waits, and goes on by itself', async () => {
  const user = open()
  await user.click(await button(humanCheckTexts.verify))
  await button(humanCheckTexts.verifying)
  solving.answer.resolve('solved')
  await waitFor(() => expect(gone).toHaveBeenCalledExactlyOnceWith('solved'))
  expect(server.askedFor(getHumanCheck)).toHaveLength(1)
})

test('a press between the answer and the next render goes on, too', async () => {
  open()
  touch()
  const form = (await button(humanCheckTexts.verify)).closest('form')
  await waitFor(() => expect(server.askedFor(getHumanCheck)).toHaveLength(1))
  await server.settles()
  await act(async () => {
    solving.answer.resolve('solved')
    await solving.answer.promise
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    form?.requestSubmit()
  })
  expect(gone).toHaveBeenCalledExactlyOnceWith('solved')
})

test.each([
  ['Cancel', async (user: UserEvent) => await user.click(await button('Cancel'))],
  ['a change in the form', async (user: UserEvent) => await user.type(screen.getByLabelText('Name'), 'x')],
])('%s takes the press back', async (_what, takeBack) => {
  const user = open()
  await user.click(await button(humanCheckTexts.verify))
  await takeBack(user)
  solving.answer.resolve('solved')
  await server.settles()
  expect(gone).not.toHaveBeenCalled()
})

test('an answer is given up before the server would refuse it, and the next touch renews it', async () => {
  open()
  touch()
  solving.answer.resolve('solved')
  await button('Continue')
  await act(async () => await vi.advanceTimersByTimeAsync(humanCheckMinutes * 60_000))
  await button(humanCheckTexts.verify)
  expect(server.askedFor(getHumanCheck)).toHaveLength(1)
  touch()
  await button('Continue')
  expect(server.askedFor(getHumanCheck)).toHaveLength(2)
})

test('given it takes too long, then people are offered the phone', async () => {
  const user = open()
  await user.click(await button(humanCheckTexts.verify))
  solving.answer.resolve(null)
  expect(await screen.findByText(/call customer service to pay by phone/)).toBeTruthy()
})

test('a failure in the background is told only to whoever presses, and not repeated before', async () => {
  server.forget(getHumanCheck)
  server.isUnreachableFor(getHumanCheck)
  server.isUnreachableFor(getHumanCheck)
  const user = open()
  touch()
  await waitFor(() => expect(server.askedFor(getHumanCheck)).toHaveLength(1))
  await server.settles()
  touch()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.askedFor(getHumanCheck)).toHaveLength(1)
  await user.click(await button(humanCheckTexts.verify))
  await screen.findByRole('alert')
  await button(humanCheckTexts.verify)
})

test('given the function is switched off, then whoever presses is told by the page, and can verify later (R16)', async () => {
  server.forget(getHumanCheck)
  server.refuses(getHumanCheck, 'maintenance', { status: 503, title: 'Closed' })
  const user = open()
  await user.click(await button(humanCheckTexts.verify))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  await button(humanCheckTexts.verify)
})
