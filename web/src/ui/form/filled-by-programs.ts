const control = 'input:not([type=file], [type=radio]), textarea, select'

/**
 * Password managers and extensions write into fields, often without an event, so that the page does not know of it, and
 * its next render empties them. With a press, a focus, a key or a submission, each such field tells the page first.
 */
export function heedWhatProgramsFill(): () => void {
  const ending = new AbortController()
  const listen = (event: string, listener: (event: Event) => void, capture: boolean) =>
    document.addEventListener(event, listener, { capture, signal: ending.signal })
  for (const event of ['submit', 'click', 'focusin']) listen(event, (of) => tell(untold(of)), true)
  // The typed key first: a render before it would lose it.
  let others: readonly News[] = []
  listen('input', (of) => (others = untold(of)), true)
  listen('input', () => tell(others), false)
  return () => ending.abort()
}

type News = () => void

let isTelling = false

function tell(all: readonly News[]): void {
  if (isTelling) return
  isTelling = true
  for (const news of all) news()
  isTelling = false
}

/** Of all fields before the first is told: what that makes the page render empties the others. */
function untold({ type, target }: Event): News[] {
  if (isTelling) return []
  const fields = [...document.querySelectorAll(control)].filter((field) => type === 'focusin' || field !== target)
  return fields.flatMap((field) => newsOf(field) ?? [])
}

/** Tells the page what stands in a field; null when the page has written it. */
function newsOf(field: Element): News | null {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    const { checked, dataset } = field
    return dataset['shown'] === undefined || dataset['shown'] === String(checked)
      ? null
      : () => {
          field.checked = !checked
          field.click()
        }
  }
  if (field instanceof HTMLSelectElement) {
    const { value, options, dataset } = field
    // A choice that has not arrived yet can't be shown: the browser shows another one, or none.
    const isOffered = [...options].some((option) => option.value === dataset['shown'])
    return !isOffered || dataset['shown'] === value ? null : () => enter(field, value, 'change')
  }
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.readOnly) return null
  const { value, defaultValue } = field
  return value === defaultValue ? null : () => enter(field, value, 'input')
}

/** React passes over a value that it has seen being written: so another one first, and then this one past React. */
function enter(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string, event: string): void {
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(event, { bubbles: true }))
}
