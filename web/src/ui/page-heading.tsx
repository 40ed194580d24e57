import { createContext, type ReactNode, use, useEffect, useRef } from 'react'

interface PageHeadingProps {
  /** The page's name in the browser's title, and its heading unless `children` says otherwise. */
  readonly title: string
  /** Adds 'Error: ' to the browser's title, which a screen reader reads first. */
  readonly hasError?: boolean
  readonly children?: ReactNode
}

interface Visit {
  /** Follows the page's own name in the title. */
  readonly siteName: string
  /** Whether the visitor has seen another page before this one. */
  readonly hasMoved: { current: boolean }
}

const VisitContext = createContext<Visit>({ siteName: '', hasMoved: { current: false } })

/** Tells the headings below it the site's name, for the browser's title, and whether the visit has just begun. */
export function PageTitles({ siteName, children }: { readonly siteName: string; readonly children: ReactNode }) {
  const hasMoved = useRef(false)
  return <VisitContext value={{ siteName, hasMoved }}>{children}</VisitContext>
}

/**
 * The one `<h1>` of a page or wizard step. It sets the document title and, except on the first page of a visit, takes
 * the focus, so that a screen reader reads where the visitor has come to (WCAG 2.4.2, 2.4.3).
 */
export function PageHeading({ title, hasError = false, children }: PageHeadingProps) {
  const { siteName, hasMoved } = use(VisitContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${hasError ? 'Error: ' : ''}${title}${siteName ? ` – ${siteName}` : ''}`
  }, [title, hasError, siteName])
  useEffect(() => {
    if (hasMoved.current) heading.current?.focus({ preventScroll: true })
    hasMoved.current = true
  }, [hasMoved])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  )
}
