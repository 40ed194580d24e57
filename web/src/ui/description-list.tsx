import { type ReactNode, useState } from 'react'
import classes from './description-list.module.css'
import { HiddenText } from './hidden-text.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'

export interface Description {
  readonly term: string
  readonly value: ReactNode
  /** The text a copy button beside the value copies; without it there is no button. */
  readonly copy?: string
}

/** Names and values, such as the lines of a receipt. */
export function DescriptionList({ items }: { readonly items: readonly Description[] }) {
  return (
    <dl className={classes.list}>
      {items.map((item) => (
        <div key={item.term} className={classes.line}>
          <dt>{item.term}</dt>
          <dd>
            <span>{item.value}</span>
            {item.copy ? <CopyButton term={item.term} text={item.copy} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function CopyButton({ term, text }: { readonly term: string; readonly text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    // The clipboard may be forbidden; then the button does nothing and the text can still be selected.
    await navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <>
      <button
        type="button"
        className={classes.copy}
        aria-label={`Copy ${term}`}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
        data-no-print
      >
        {copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
        {copied ? <span>Copied</span> : null}
      </button>
      {/* Beside the button, whose name is all that is heard of what stands in it. */}
      <HiddenText role="status">{copied ? 'Copied' : ''}</HiddenText>
    </>
  )
}
