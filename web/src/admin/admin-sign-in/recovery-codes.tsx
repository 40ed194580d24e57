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
      <Notice id={doneId} tone="success" title="Two-step verification is on." />
      <h2 ref={heading} tabIndex={-1} aria-describedby={doneId}>
        Your recovery codes
      </h2>
      <p>
        Save these with your passwords. Each code works once if you don’t have your phone. You won’t see them again.
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
          {copied ? 'Copied' : 'Copy codes'}
        </Button>
        <HiddenText role="status">{copied ? 'Copied' : ''}</HiddenText>
        <Button look="secondary" icon={<PrintIcon />} onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onDone}>I’ve saved my codes</Button>
      </div>
    </div>
  )
}
