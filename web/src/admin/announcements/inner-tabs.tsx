import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import classes from './announcements.module.css'

interface InnerTabsProps<Tab extends string> {
  readonly label: string
  /** The name of each tab, in order. */
  readonly tabs: Readonly<Record<Tab, string>>
  readonly current: Tab
  readonly onChoose: (tab: Tab) => void
  /** The content of the current tab. */
  readonly children: ReactNode
}

/** Tabs within a view. Only the current one is in the tab order; the arrow keys choose another. */
export function InnerTabs<Tab extends string>({ label, tabs, current, onChoose, children }: InnerTabsProps<Tab>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const names = Object.keys(tabs).filter((name): name is Tab => name in tabs)
  const choose = (event: KeyboardEvent, index: number) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (index + step + names.length) % names.length
    const name = names[next]
    if (name === undefined) return
    onChoose(name)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className={classes.tabs}>
      <div ref={list} role="tablist" aria-label={label} className={classes.tabList}>
        {names.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={(event) => choose(event, index)}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </div>
  )
}
