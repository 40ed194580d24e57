import { createContext, type ReactNode, use, useState } from 'react'
import { createPortal } from 'react-dom'

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

/** The place between header and main content that `BelowHeader` fills. */
export function BelowHeaderPlace() {
  const { setElement } = use(PlaceContext)
  return <div ref={setElement} />
}

/** Shows its children between header and main content for as long as the page is shown. */
export function BelowHeader({ children }: { readonly children: ReactNode }) {
  const { element } = use(PlaceContext)
  return element ? createPortal(children, element) : null
}
