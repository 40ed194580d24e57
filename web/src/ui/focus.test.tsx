import { render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepFocus, useLanding } from './focus.ts'

let stop: () => void
beforeEach(() => {
  stop = keepFocus()
})
afterEach(() => stop())

/** A page with a part that shows this. */
function shown(part: React.ReactNode) {
  return (
    <main tabIndex={-1}>
      <h1 tabIndex={-1}>Page</h1>
      <section>
        <h2>Part</h2>
        {part}
      </section>
    </main>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const focused = () => document.activeElement?.textContent
/** The focus moves after the effects of the page. */
const settled = async () => await new Promise((resolve) => setTimeout(resolve, 20))

describe('when the control that has the focus goes, the focus goes', () => {
  test.each<[string, React.ReactNode, string]>([
    ['to the title of its part', <p key="p">Done</p>, 'Part'],
    [
      'to a message that takes its place',
      <div key="m" data-tone="success" role="status">
        Saved
      </div>,
      'Saved',
    ],
    [
      'to a title that comes with what takes its place',
      <div key="d">
        <h3>Next</h3>
      </div>,
      'Next',
    ],
    [
      'to the row that it leaves behind',
      <ul key="row">
        <li>First: on</li>
      </ul>,
      'First: on',
    ],
  ])('%s', async (_where, next, name) => {
    const row = (
      <ul key="row">
        <li>
          First: <button type="button">Press</button>
        </li>
      </ul>
    )
    const { rerender } = render(shown(row))
    button('Press').focus()
    rerender(shown(next))
    await waitFor(() => expect(focused()).toBe(name))
  })

  test('to the first field of a form that takes its place', async () => {
    const { rerender } = render(shown(<button type="button">Add</button>))
    button('Add').focus()
    rerender(
      shown(
        <form>
          <input aria-label="Number" />
        </form>,
      ),
    )
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Number')))
  })

  test('to the title of the page when its part goes, too, and then to that of the part that is loaded', async () => {
    const page = (view: React.ReactNode) => (
      <main tabIndex={-1}>
        <h1 tabIndex={-1}>Page</h1>
        {view}
      </main>
    )
    const { rerender } = render(page(<button type="button">Open</button>))
    await settled()
    button('Open').focus()
    rerender(page(<div data-loading />))
    await waitFor(() => expect(focused()).toBe('Page'))
    rerender(page(<h2>Loaded</h2>))
    await waitFor(() => expect(focused()).toBe('Loaded'))
  })

  test('also where the browser does not give it to a button that is pressed', async () => {
    const { rerender } = render(shown(<button type="button">Press</button>))
    button('Press').dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(document.activeElement).toBe(document.body)
    rerender(shown(null))
    await waitFor(() => expect(focused()).toBe('Part'))
  })

  test('also when it is hidden', async () => {
    const row = (isHidden: boolean) => (
      <p hidden={isHidden}>
        <button type="button">Press</button>
      </p>
    )
    const { rerender } = render(shown(row(false)))
    button('Press').focus()
    rerender(shown(row(true)))
    await waitFor(() => expect(focused()).toBe('Part'))
  })
})

function More({ isMore }: { readonly isMore: boolean }) {
  const line = useRef<HTMLParagraphElement>(null)
  useLanding(line, isMore)
  return (
    <>
      <p ref={line} tabIndex={-1}>
        All
      </p>
      {isMore ? <button type="button">Show more</button> : null}
    </>
  )
}

test('a part that lands elsewhere does so when its own control goes, and not when it comes itself', async () => {
  const { rerender } = render(shown(<button type="button">Open</button>))
  button('Open').focus()
  rerender(shown(<More isMore />))
  await waitFor(() => expect(focused()).toBe('Part'))
  button('Show more').focus()
  rerender(shown(<More isMore={false} />))
  await waitFor(() => expect(focused()).toBe('All'))
})

describe('the focus stays', () => {
  test('when something else goes', async () => {
    const keys = (...names: string[]) =>
      shown(
        names.map((name) => (
          <button key={name} type="button">
            {name}
          </button>
        )),
      )
    const { rerender } = render(keys('first', 'second'))
    button('second').focus()
    rerender(keys('second'))
    await settled()
    expect(focused()).toBe('second')
  })

  test('where whoever left has gone: a row that goes later brings nobody back', async () => {
    const { rerender } = render(shown(<button type="button">Press</button>))
    button('Press').focus()
    button('Press').blur()
    await settled()
    rerender(shown(null))
    await settled()
    expect(document.activeElement).toBe(document.body)
  })

  test('where nothing had it, as when a page has just loaded', async () => {
    const { rerender } = render(shown(<p>Loading</p>))
    rerender(shown(<p>Loaded</p>))
    await settled()
    expect(document.activeElement).toBe(document.body)
  })
})
