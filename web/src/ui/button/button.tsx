import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { t } from '#ui/text/t.ts'
import { Spinner } from '../icons.tsx'
import { HiddenText } from '../text/hidden-text.tsx'
import classes from './button.module.css'

/** How much it stands out among the others on the screen. */
export type Look = 'primary' | 'secondary' | 'quiet' | 'pay' | 'danger'

interface LookProps {
  readonly look?: Look
  readonly large?: boolean
  readonly icon?: ReactNode
  readonly wide?: boolean
  readonly children?: ReactNode
}

interface ButtonProps extends LookProps {
  readonly type?: 'button' | 'submit'
  /** Work is under way: the button keeps the focus, shows a spinner and ignores presses. */
  readonly busy?: boolean
  /** The button cannot be used now; the element with the id `describedBy` says why. It stays focusable. */
  readonly blocked?: boolean
  readonly describedBy?: string
  readonly onClick?: () => void
  /** While the button is blocked, for a form that acts on it later. */
  readonly onBlockedPress?: () => void
  readonly ref?: Ref<HTMLButtonElement>
}

/** Sets `aria-disabled` instead of `disabled`, so that pressing Enter never loses the focus (WCAG 2.4.3). */
export function Button(props: ButtonProps) {
  const { ref, type = 'button', look = 'primary', large, icon, wide, busy = false, blocked = false } = props
  const { describedBy, onClick, onBlockedPress, children } = props
  const inert = busy || blocked
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!inert) return onClick?.()
    event.preventDefault()
    if (!busy) onBlockedPress?.()
  }
  return (
    <>
      <button
        ref={ref}
        type={type}
        className={classes.button}
        data-look={look}
        data-large={large || undefined}
        data-wide={wide || undefined}
        aria-disabled={inert || undefined}
        aria-busy={busy || undefined}
        aria-describedby={describedBy}
        onClick={press}
      >
        {busy ? <Spinner /> : icon}
        <span>{children}</span>
      </button>
      {/* After Enter in a field, nobody hears what the button shows (WCAG 4.1.3). */}
      {type === 'submit' ? <HiddenText role="status">{busy ? t('Please wait…') : ''}</HiddenText> : null}
    </>
  )
}

export function TryAgain(props: Pick<ButtonProps, 'look' | 'busy' | 'onClick'>) {
  return (
    <Button look="secondary" {...props}>
      {t('Try again')}
    </Button>
  )
}

type AnchorProps = LookProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof LookProps> & { readonly ref?: Ref<HTMLAnchorElement> }

/** To something other than a page of the portal, such as a file. */
export function AnchorButton({ look = 'primary', large, icon, wide, children, ...anchor }: AnchorProps) {
  return (
    <a
      {...anchor}
      className={classes.button}
      data-look={look}
      data-large={large || undefined}
      data-wide={wide || undefined}
    >
      {icon}
      <span>{children}</span>
    </a>
  )
}

/** To a page of the portal. */
export const ButtonLink = createLink(AnchorButton)

interface TextButtonProps {
  readonly icon?: ReactNode
  readonly onClick: () => void
  readonly children: ReactNode
}

/** Looks like a link, for something that opens on the same page. */
export function TextButton({ icon, onClick, children }: TextButtonProps) {
  return (
    <button type="button" className={classes.textButton} onClick={onClick}>
      {icon}
      {children}
    </button>
  )
}
