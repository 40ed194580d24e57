import { useEffect, useId, useRef } from 'react'
import { Button } from '#ui/button/button.tsx'
import { CheckIcon, CopyIcon, PrintIcon } from '#ui/icons.tsx'
import { HiddenText } from '#ui/text/hidden-text.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { useCopy } from '#ui/text/use-copy.ts'
import classes from './second-factor.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/**
 * The recovery codes, which are only shown once: each lets the administrator log in one time without the app. Takes the
 * focus.
 */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const doneId = useId()
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), [])
  const { copied, copy } = useCopy(codes.join('\n'))
  return (
    <div className={classes.codes}>
      <Notice id={doneId} tone="success" title="Your second factor is set up." />
      <h2 ref={heading} tabIndex={-1} aria-describedby={doneId}>
        Your recovery codes
      </h2>
      <p>
        Keep them where you keep your passwords. Each lets you in once when your phone is not at hand. They are not
        shown again.
      </p>
      <ul className={classes.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.actions} data-no-print>
        <Button look="secondary" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={copy}>
          {copied ? 'Copied' : 'Copy the codes'}
        </Button>
        <HiddenText role="status">{copied ? 'Copied' : ''}</HiddenText>
        <Button look="secondary" icon={<PrintIcon />} onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </div>
  )
}
