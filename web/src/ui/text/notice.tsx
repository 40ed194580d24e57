import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { t } from '#ui/text/t.ts'
import { AlertIcon, CheckIcon, ClockIcon, InfoIcon } from '../icons.tsx'
import classes from './notice.module.css'

type NoticeTone = 'error' | 'warning' | 'success' | 'info'

const iconOf = { error: AlertIcon, warning: ClockIcon, success: CheckIcon, info: InfoIcon }

interface NoticeProps {
  readonly tone: NoticeTone
  readonly title?: ReactNode
  readonly children?: ReactNode
  /** `alert` interrupts a screen reader, `status` waits for a pause; omit it for text that is there from the start. */
  readonly role?: 'alert' | 'status'
  readonly id?: string
  /** It says what became of a press that took its own control away, or that was made elsewhere on the page. */
  readonly takesFocus?: boolean
  readonly ref?: RefObject<HTMLDivElement | null>
}

/** A highlighted message: an icon, words and color together, never color alone. */
export function Notice({ tone, title, children, role, id, takesFocus = false, ref }: NoticeProps) {
  const Icon = iconOf[tone]
  const own = useRef<HTMLDivElement>(null)
  const box = ref ?? own
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [box, takesFocus])
  return (
    <div
      ref={box}
      className={classes.notice}
      data-tone={tone}
      role={role}
      id={id}
      tabIndex={takesFocus ? -1 : undefined}
    >
      <Icon />
      <div className={classes.body}>
        {title ? <p className={classes.title}>{typeof title === 'string' ? t(title) : title}</p> : null}
        {children}
      </div>
    </div>
  )
}
