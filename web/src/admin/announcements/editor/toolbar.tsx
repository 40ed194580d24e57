import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Tool, blockTypes, stateOf, tools } from './tools.tsx'
import classes from './editor.module.css'

interface ToolbarProps {
  readonly editor: Editor
  /** The id of the element that the tools act on. */
  readonly controls: string
  /** Asks where a link leads, and sets it. */
  readonly onLink: () => void
}

/**
 * The tools of A§5: inline, block type, list, alignment, link, history. Only one of them is in the tab order; the arrow
 * keys move between them.
 */
export function Toolbar({ editor, controls, onLink }: ToolbarProps) {
  const { block, pressed, blocked } = useEditorState({ editor, selector: ({ editor: now }) => stateOf(now) })
  const [current, setCurrent] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const items = [...(bar.current?.querySelectorAll<HTMLElement>('select, button') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    const next = (at + step + items.length) % items.length
    items[next]?.focus()
    setCurrent(next)
  }
  /** The kind of paragraph is being chosen with the keys, of which every one of them is a choice. */
  const byKeys = useRef(false)
  const use = (tool: Tool) => {
    if (!tool.use) onLink()
    else if (!blocked.includes(tool.name)) tool.use(editor)
  }
  return (
    // The arrow keys only move between the tools, which are all buttons.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={bar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      className={classes.toolbar}
      onKeyDown={move}
    >
      <select
        aria-label="Paragraph style"
        tabIndex={current === 0 ? 0 : -1}
        value={block}
        onKeyDown={() => {
          byKeys.current = true
        }}
        onPointerDown={() => {
          byKeys.current = false
        }}
        onChange={(event) => {
          blockTypes.find(({ name }) => name === event.currentTarget.value)?.use(editor)
          // Whoever is still choosing must not be taken away (WCAG 3.2.2).
          if (!byKeys.current) editor.commands.focus()
        }}
      >
        {blockTypes.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {tools.map((tool, index) => (
        <button
          key={tool.name}
          type="button"
          data-starts-group={tool.startsGroup || undefined}
          aria-label={tool.name}
          title={tool.keys ? `${tool.name} (${tool.keys})` : tool.name}
          aria-pressed={tool.hasState ? pressed.includes(tool.name) : undefined}
          aria-disabled={blocked.includes(tool.name) || undefined}
          tabIndex={current === index + 1 ? 0 : -1}
          // Pressing a tool with the mouse must not clear the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => use(tool)}
        >
          {tool.sign}
        </button>
      ))}
    </div>
  )
}
