import { type ReactNode, createContext, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#ui/text/t.ts'

interface PageHeadingProps {
  /** The page's name in the document title, and the heading unless there are `children`. */
  readonly title: string
  /** Puts 'Error: ' before the document title, which a screen reader reads first. */
  readonly hasError?: boolean
  readonly children?: ReactNode
}

interface Visit {
  /** Follows the page's name in the document title. */
  readonly siteName: string
  /** Called by each heading that appears: whether the visitor has been on another page before this one. */
  readonly hasMoved: () => boolean
}

const VisitContext = createContext<Visit>({ siteName: '', hasMoved: () => false })

/** The site's name is for the document title. */
export function PageTitles({ siteName, children }: { readonly siteName: string; readonly children: ReactNode }) {
  const [hasMoved] = useState(countedVisit)
  return <VisitContext value={{ siteName, hasMoved }}>{children}</VisitContext>
}

function countedVisit(): Visit['hasMoved'] {
  let pages = 0
  return () => {
    pages += 1
    return pages > 1
  }
}

/** A page's only `<h1>`. Takes the focus except on a visit's first page, to be announced (WCAG 2.4.2, 2.4.3). */
export function PageHeading({ title, hasError = false, children }: PageHeadingProps) {
  const { siteName, hasMoved } = use(VisitContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${hasError ? t('Error: ') : ''}${title}${siteName ? ` – ${siteName}` : ''}`
  }, [title, hasError, siteName])
  useEffect(() => {
    if (hasMoved()) heading.current?.focus({ preventScroll: true })
  }, [hasMoved])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  )
}

interface Place {
  readonly element: HTMLElement | null
  readonly setElement: (element: HTMLElement | null) => void
}

const PlaceContext = createContext<Place>({ element: null, setElement: () => undefined })

/** Lets a page put its own navigation between the header and the main content, outside of `<main>`. */
export function BelowHeaderProvider({ children }: { readonly children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  return <PlaceContext value={{ element, setElement }}>{children}</PlaceContext>
}

export function BelowHeaderPlace() {
  const { setElement } = use(PlaceContext)
  return <div ref={setElement} />
}

export function BelowHeader({ children }: { readonly children: ReactNode }) {
  const { element } = use(PlaceContext)
  return element ? createPortal(children, element) : null
}

/** When one view replaces another on the same page; `shown` changes when something else is shown. */
export function useScrollToTop(shown?: string): void {
  useLayoutEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a clean-up function.
    window.scrollTo(0, 0)
  }, [shown])
}
