import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyComponent } from './online.ts'

const reload = vi.fn<() => void>()

/** The server answers, but no longer with the file. */
const answers = async () => new Response()

beforeEach(() => {
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', answers)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  reload.mockReset()
})

/** Shows a page with a part whose file is gone, in a page that was opened in this way. */
function openWithout(type: 'navigate' | 'reload') {
  vi.stubGlobal('performance', { ...performance, now: () => 0, getEntriesByType: () => [{ type }] })
  // React writes every error that it catches.
  vi.spyOn(console, 'error').mockReturnValue()
  const Gone = lazyComponent(async () => await Promise.reject(new TypeError('Failed to fetch the module')))
  render(
    <Boundary>
      <Suspense fallback="loading">
        <Gone />
      </Suspense>
    </Boundary>,
  )
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? 'failed' : this.props.children
  }
}

test('given a part whose file is gone, then the page is reloaded, which fetches the files of now', async () => {
  openWithout('navigate')
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.getByText('loading')).toBeTruthy()
})

test('given a page that was reloaded before, then it says that it failed, and is not reloaded again and again', async () => {
  openWithout('reload')
  expect(await screen.findByText('failed')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
})

test('given a part that was loaded ahead, then it is shown at once, without the fallback', async () => {
  const Part = lazyComponent(async () => await Promise.resolve(() => <p>content</p>))
  await Part.preload()
  render(
    <Suspense fallback="loading">
      <Part />
    </Suspense>,
  )
  expect(screen.getByText('content')).toBeTruthy()
  expect(screen.queryByText('loading')).toBeNull()
})

test('given a part that could not be loaded ahead, then it fails where it is shown', async () => {
  vi.stubGlobal('performance', { ...performance, now: () => 0, getEntriesByType: () => [{ type: 'reload' }] })
  vi.spyOn(console, 'error').mockReturnValue()
  const Gone = lazyComponent(async () => await Promise.reject(new TypeError('Failed to fetch the module')))
  await Gone.preload()
  expect(reload).not.toHaveBeenCalled()
  render(
    <Boundary>
      <Suspense fallback="loading">
        <Gone />
      </Suspense>
    </Boundary>,
  )
  expect(await screen.findByText('failed')).toBeTruthy()
})
