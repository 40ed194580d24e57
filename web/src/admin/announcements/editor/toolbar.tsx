import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '#ui/text/t.ts'
import { type Alignment, alignments } from './clean-pasted-html.ts'
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
      aria-label={t('Formatting')}
      aria-controls={controls}
      className={classes.toolbar}
      onKeyDown={move}
    >
      <select
        aria-label={t('Paragraph style')}
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

/** A button of the toolbar. */
export interface Tool {
  readonly name: string
  readonly sign: ReactNode
  /** Its keyboard shortcut. */
  readonly keys?: string
  /** It can be on or off at the cursor. */
  readonly hasState?: boolean
  readonly startsGroup?: boolean
  /** Without it, pressing the tool asks for something first. */
  readonly use?: (editor: Editor) => void
}

/** The state of the tools at the selection. */
interface ToolState {
  readonly block: string
  /** The names of the tools that are on. */
  readonly pressed: readonly string[]
  /** The names of the tools that have no effect now. */
  readonly blocked: readonly string[]
}

const draw = (d: string) => (
  <svg
    width={20}
    height={20}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    aria-hidden="true"
  >
    <path d={d} />
  </svg>
)

const alignSigns: Readonly<Record<Alignment, string>> = {
  left: 'M4 6h16M4 12h10M4 18h13',
  center: 'M4 6h16M7 12h10M5.5 18h13',
  right: 'M4 6h16M10 12h10M7 18h13',
  justify: 'M4 6h16M4 12h16M4 18h16',
}
const alignNames: Readonly<Record<Alignment, string>> = {
  left: t('Align left'),
  center: t('Center'),
  right: t('Align right'),
  justify: t('Justify'),
}

/** The kinds of paragraph, in the order of the select. */
export const blockTypes: readonly Required<Pick<Tool, 'name' | 'use'>>[] = [
  { name: t('Paragraph'), use: (editor) => void editor.commands.setParagraph() },
  ...([1, 2, 3] as const).map((level) => ({
    name: t('Heading {level}', { level }),
    use: (editor: Editor) => void editor.commands.setHeading({ level }),
  })),
]

/** The buttons in order. Link opens a dialog first. */
export const tools: readonly Tool[] = [
  {
    ...inline(t('Bold'), <strong>B</strong>, (editor) => editor.chain().focus().toggleBold().run(), 'Ctrl+B'),
    startsGroup: true,
  },
  inline(t('Italic'), <em>I</em>, (editor) => editor.chain().focus().toggleItalic().run(), 'Ctrl+I'),
  inline(t('Underline'), <u>U</u>, (editor) => editor.chain().focus().toggleUnderline().run(), 'Ctrl+U'),
  inline(t('Strikethrough'), <s>S</s>, (editor) => editor.chain().focus().toggleStrike().run()),
  {
    name: t('Bulleted list'),
    sign: draw('M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01'),
    hasState: true,
    startsGroup: true,
    use: (editor) => void editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: t('Numbered list'),
    sign: draw('M10 6h10M10 12h10M10 18h10M4 4.5l1.5-.5v4M3.5 14h3l-3 4h3'),
    hasState: true,
    use: (editor) => void editor.chain().focus().toggleOrderedList().run(),
  },
  ...alignments.map((alignment, index) => ({
    name: alignNames[alignment],
    sign: draw(alignSigns[alignment]),
    hasState: true,
    startsGroup: index === 0,
    use: (editor: Editor) => void editor.chain().focus().setTextAlign(alignment).run(),
  })),
  {
    name: t('Link'),
    keys: 'Ctrl+K',
    sign: draw('M9.5 14.5l5-5M11 6.5l1.5-1.5a4.2 4.2 0 0 1 6 6L17 12.5M13 17.5l-1.5 1.5a4.2 4.2 0 0 1-6-6L7 11.5'),
    hasState: true,
    startsGroup: true,
  },
  {
    name: t('Undo'),
    sign: draw('M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3'),
    keys: 'Ctrl+Z',
    startsGroup: true,
    use: (editor) => void editor.chain().focus().undo().run(),
  },
  {
    name: t('Redo'),
    sign: draw('M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h3'),
    keys: 'Ctrl+Shift+Z',
    use: (editor) => void editor.chain().focus().redo().run(),
  },
]

function inline(name: string, sign: ReactNode, use: (editor: Editor) => boolean, keys = ''): Tool {
  return { name, sign, keys, hasState: true, use: (editor) => void use(editor) }
}

/** Reads the state of the tools at the selection. */
export function stateOf(editor: Editor): ToolState {
  const marks = { Bold: 'bold', Italic: 'italic', Underline: 'underline', Strikethrough: 'strike', Link: 'link' }
  const lists = { 'Bulleted list': 'bulletList', 'Numbered list': 'orderedList' }
  const level = ([1, 2, 3] as const).find((each) => editor.isActive('heading', { level: each }))
  const alignment = alignments.find((each) => editor.isActive({ textAlign: each })) ?? 'left'
  return {
    block: level ? t('Heading {level}', { level }) : t('Paragraph'),
    pressed: [
      ...Object.entries({ ...marks, ...lists }).flatMap(([name, type]) => (editor.isActive(type) ? [name] : [])),
      alignNames[alignment],
    ],
    blocked: [...(editor.can().undo() ? [] : ['Undo']), ...(editor.can().redo() ? [] : ['Redo'])],
  }
}
