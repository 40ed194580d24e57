import { type ReactNode, createContext, use, useEffect, useRef, useState } from 'react'
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
  /** Called by each heading that appears: whether it replaces another, on a page the router opens or on the same one. */
  readonly replaces: () => 'none' | 'page' | 'view'
}

const VisitContext = createContext<Visit>({ siteName: '', replaces: () => 'none' })

/** The site's name is for the document title. */
export function PageTitles({ siteName, children }: { readonly siteName: string; readonly children: ReactNode }) {
  const [replaces] = useState(headingsOfVisit)
  return <VisitContext value={{ siteName, replaces }}>{children}</VisitContext>
}

function headingsOfVisit(): Visit['replaces'] {
  let last: string | null = null
  return () => {
    const before = last
    // A page may take a secret out of its address.
    last = location.pathname + location.search
    if (before === null) return 'none'
    return before === last ? 'view' : 'page'
  }
}

/**
 * A page's only `<h1>`. Takes the focus except on a visit's first page, to be announced (WCAG 2.4.2, 2.4.3). A view that
 * replaces another on the same page begins at its top; a page is scrolled by the router.
 */
export function PageHeading({ title, hasError = false, children }: PageHeadingProps) {
  const { siteName, replaces } = use(VisitContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${hasError ? t('Error: ') : ''}${title}${siteName ? ` – ${siteName}` : ''}`
  }, [title, hasError, siteName])
  useEffect(() => {
    const replaced = replaces()
    if (replaced !== 'none') heading.current?.focus({ preventScroll: true })
    if (replaced === 'view') window.scrollTo(0, 0)
  }, [replaces])
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
