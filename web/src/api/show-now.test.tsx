import { useQuery, useQueryClient } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Queries, showNow } from './queries.tsx'

function Switch({ read }: { readonly read: () => Promise<string> }) {
  const client = useQueryClient()
  const query = useQuery({ queryKey: ['switch'], queryFn: read })
  return (
    <>
      <p>{query.data}</p>
      <button type="button" onClick={() => void query.refetch()}>
        read
      </button>
      <button type="button" onClick={() => showNow(client, ['switch'], 'on')}>
        change
      </button>
    </>
  )
}

test('a reply that was on its way before a change does not put back what was so then', async () => {
  const late = Promise.withResolvers<string>()
  const read = vi.fn<() => Promise<string>>(async () => await late.promise).mockResolvedValueOnce('off')
  render(
    <Queries>
      <Switch read={read} />
    </Queries>,
  )
  expect(await screen.findByText('off')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'read' }))
  await userEvent.click(screen.getByRole('button', { name: 'change' }))
  late.resolve('off')
  await expect(late.promise.then(() => screen.findByText('off', {}, { timeout: 100 }))).rejects.toThrow(
    'Unable to find',
  )
  expect(screen.getByText('on')).toBeTruthy()
})
