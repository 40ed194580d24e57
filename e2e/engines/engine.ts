/** A window of another engine than the journeys': what WebDriver can do in each. */
export interface EngineWindow {
  open(address: string): Promise<void>
  /** The value of an expression in the page, or in the frame with this title. */
  evaluate(expression: string, frame?: string): Promise<unknown>
  press(at: { x: number; y: number }, frame?: string): Promise<void>
  type(text: string, frame?: string): Promise<void>
  /** PNG, in base64. */
  picture(): Promise<string>
  /** Errors on the console, and violations of the security policy, since the window was opened. */
  trouble(): readonly string[]
  close(): Promise<void>
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Engine {
  /** Opens a window of its own: nothing is remembered from another one. */
  open(size: Size): Promise<EngineWindow>
  stop(): Promise<void>
}

/** Milliseconds. */
const patience = 15_000
const pause = 100
const doubleClick = 600

/** What a person does in a window. Controls are found by their names, within the dialog that is open. */
export function visitorOf(window: EngineWindow) {
  const placeOf = async (kind: 'button' | 'field', name: string, frame?: string): Promise<{ x: number; y: number }> => {
    const expression = `JSON.stringify((${place.toString()})(${JSON.stringify(kind)}, ${JSON.stringify(name)}))`
    let before = ''
    return await until(
      `the ${kind} ${name}`,
      async () => {
        const shown = String(await window.evaluate(expression, frame))
        const isStill = shown === before
        before = shown
        const found: unknown = JSON.parse(shown)
        return isStill && isPlace(found) ? found : null
      },
      () => before,
    )
  }
  let pressed = 0
  const press = async (name: string): Promise<void> => {
    // Controls come to the same place of the window, where the page takes a second press for one of a double click.
    await new Promise((resume) => setTimeout(resume, Math.max(0, pressed + doubleClick - Date.now())))
    await window.press(await placeOf('button', name))
    pressed = Date.now()
  }
  return {
    open: window.open,
    press,
    async fill(name: string, text: string, frame?: string): Promise<void> {
      await window.press(await placeOf('field', name, frame), frame)
      pressed = Date.now()
      await window.type(text, frame)
    },
    async sees(text: string): Promise<void> {
      const expression = `(document.body?.innerText ?? '').replaceAll(/\\s+/g, ' ').toLowerCase()`
      await until(text, async () => String(await window.evaluate(expression)).includes(text.toLowerCase()) || null)
    },
    evaluate: window.evaluate,
  }
}
export type Visitor = ReturnType<typeof visitorOf>

async function until<Found>(what: string, look: () => Promise<Found | null>, why = () => ''): Promise<Found> {
  const end = Date.now() + patience
  for (;;) {
    const found = await look().catch(() => null)
    if (found !== null) return found
    if (Date.now() > end) throw new Error(`${what} does not come ${why()}`)
    await new Promise((resume) => setTimeout(resume, pause))
  }
}

function isPlace(found: unknown): found is { x: number; y: number } {
  return typeof found === 'object' && found !== null && 'x' in found
}

/** Runs in the page: the middle of a control where a press hits it, or why there is none. */
function place(kind: 'button' | 'field', name: string): { x: number; y: number } | string {
  const wanted = kind === 'field' ? 'input:not([type=hidden]),select,textarea' : 'a,button,summary'
  const inside = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  const found = [...inside.querySelectorAll<HTMLInputElement>(wanted)].find((control) => {
    const words = control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? control.textContent
    const isNamed = words.replaceAll(/\s+/g, ' ').trim().toLowerCase().startsWith(name.toLowerCase())
    return isNamed && !control.disabled && control.getClientRects().length > 0
  })
  if (!found) return 'it is not there'
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = found.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = document.elementFromPoint(x, y)
  return hit && (found.contains(hit) || hit.contains(found))
    ? { x, y }
    : `it is covered by ${hit?.outerHTML.slice(0, 80)}`
}
