import { getHumanCheck, humanCheckMinutes, humanCheckTexts } from '@portal/contract/human-check'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testCheckout } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'
import { HumanCheckGate } from './human-check.tsx'
import { useHumanCheck } from './use-human-check.ts'

const solving = vi.hoisted(() => ({ answer: Promise.withResolvers<string | null>() }))
vi.mock('./solve-challenge.ts', () => ({
  solveChallenge: async (_challenge: unknown, controller: AbortController) => {
    controller.signal.addEventListener('abort', () => solving.answer.resolve(null))
    return await solving.answer.promise
  },
}))

const closed = vi.fn<() => void>()

function Form() {
  const humanCheck = useHumanCheck('account', { as: 'guest', onClosed: closed })
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    humanCheck.start()
  }
  return (
    <form onSubmit={submit}>
      <HumanCheckGate humanCheck={humanCheck}>
        <button type="button">Continue</button>
      </HumanCheckGate>
    </form>
  )
}

let server: ReturnType<typeof testServer>
const challenge = {
  parameters: { algorithm: 'PBKDF2/SHA-256', nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '00' },
}

beforeEach(() => {
  solving.answer = Promise.withResolvers()
  server = testServer()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function pressVerify() {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
  render(<Form />)
  await user.click(screen.getByRole('button', { name: humanCheckTexts.verify }))
  return user
}

test('Verify goes through Verifying to Verified, announced in one status line, and the focus follows to the button', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.replies(getHumanCheck, { challenge, expiresAt: testCheckout().startedAt })
  await pressVerify()
  expect((await screen.findByRole('status')).textContent).toContain(humanCheckTexts.verifying)
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  solving.answer.resolve('solved')
  const next = await screen.findByRole('button', { name: 'Continue' })
  await waitFor(() => expect(next).toBe(document.activeElement))
  expect(screen.getByText(humanCheckTexts.verified)).toBeTruthy()
  expect(screen.queryByRole('button', { name: humanCheckTexts.cancel })).toBeNull()
})

test('Cancel returns to Verify, and a late answer changes nothing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.replies(getHumanCheck, { challenge, expiresAt: testCheckout().startedAt })
  const user = await pressVerify()
  await user.click(await screen.findByRole('button', { name: humanCheckTexts.cancel }))
  solving.answer.resolve('solved')
  expect(await screen.findByRole('button', { name: humanCheckTexts.verify })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('an answer is given up before the server would refuse it, with the reason', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.replies(getHumanCheck, { challenge, expiresAt: testCheckout().startedAt })
  await pressVerify()
  solving.answer.resolve('solved')
  await screen.findByRole('button', { name: 'Continue' })
  await act(async () => await vi.advanceTimersByTimeAsync(humanCheckMinutes * 60_000))
  expect(screen.getByText('Your verification expired. Verify again.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})

test('given it takes too long, then people are offered the phone', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.replies(getHumanCheck, { challenge, expiresAt: testCheckout().startedAt })
  await pressVerify()
  solving.answer.resolve(null)
  expect(await screen.findByText(/call customer service to pay by phone/)).toBeTruthy()
})

test('given the function is switched off, then the page is told, and can verify again later (R16)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.refuses(getHumanCheck, 'maintenance', { status: 503, title: 'Closed' })
  await pressVerify()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(await screen.findByRole('button', { name: humanCheckTexts.verify })).toBeTruthy()
})
