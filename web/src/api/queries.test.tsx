import { onlineManager, useMutation, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Queries } from './queries.tsx'

afterEach(() => onlineManager.setOnline(true))

async function fail(): Promise<never> {
  throw new Error('no network')
}

function Page() {
  const query = useQuery({ queryKey: ['page'], queryFn: fail })
  const mutation = useMutation({ mutationFn: fail })
  return (
    <>
      <p>{query.isError ? 'not read' : 'reading'}</p>
      <button type="button" onClick={() => mutation.mutate()}>
        {mutation.isError ? 'not sent' : 'send'}
      </button>
    </>
  )
}

test('offline, a call fails at once, is made once, and is told', async () => {
  onlineManager.setOnline(false)
  const onError = vi.fn<(error: Error) => void>()
  render(
    <Queries onError={onError}>
      <Page />
    </Queries>,
  )
  expect(await screen.findByText('not read')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'send' }))
  expect(await screen.findByRole('button', { name: 'not sent' })).toBeTruthy()
  expect(onError).toHaveBeenCalledTimes(2)
})
