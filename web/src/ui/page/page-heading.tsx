import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'

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

/**
 * Gives the headings below it the site's name for the document title, and tells them whether the visit has just begun.
 */
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

/**
 * The only `<h1>` of a page or wizard step. It sets the document title and, except on the first page of a visit, takes
 * the focus, so that a screen reader announces the new page (WCAG 2.4.2, 2.4.3).
 */
export function PageHeading({ title, hasError = false, children }: PageHeadingProps) {
  const { siteName, hasMoved } = use(VisitContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${hasError ? 'Error: ' : ''}${title}${siteName ? ` – ${siteName}` : ''}`
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
