import { type ReactNode, useState } from 'react'
import { t } from '#ui/text/t.ts'
import { CheckIcon, CopyIcon } from '../icons.tsx'
import { HiddenText } from './hidden-text.tsx'
import classes from './description-list.module.css'

export interface Description {
  readonly term: string
  readonly value: ReactNode
  /** The text that a copy button beside the value copies; without it there is no button. */
  readonly copy?: string
}

/** Terms and their values, such as the lines of a receipt; a term without a value is left out. */
export function DescriptionList({ items }: { readonly items: readonly Description[] }) {
  return (
    <dl className={classes.list}>
      {items
        .filter(({ value }) => value !== '')
        .map((item) => (
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
  const { copied, copy, forget } = useCopy(text)
  return (
    <>
      <button
        type="button"
        className={classes.copy}
        aria-label={t('Copy {term}', { term })}
        onClick={copy}
        onBlur={forget}
        data-no-print
      >
        {copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
        {copied ? <span>{t('Copied')}</span> : null}
      </button>
      {/* Beside the button and not in it: a screen reader reads only the button's `aria-label`. */}
      <HiddenText role="status">{copied ? t('Copied') : ''}</HiddenText>
    </>
  )
}

/**
 * Copies a text when asked to, and says whether that has happened. The browser may refuse access to the clipboard, and
 * offers none without `https`. Then nothing happens, and the text can still be selected.
 */
export function useCopy(text: string): { copied: boolean; copy: () => void; forget: () => void } {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return { copied, copy: () => void copy(), forget: () => setCopied(false) }
}
