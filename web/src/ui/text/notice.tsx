import type { ReactNode, Ref } from 'react'
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
  readonly ref?: Ref<HTMLDivElement>
}

/** A highlighted message: an icon, words and color together, never color alone. */
export function Notice({ tone, title, children, role, id, ref }: NoticeProps) {
  const Icon = iconOf[tone]
  return (
    <div ref={ref} className={classes.notice} data-tone={tone} role={role} id={id}>
      <Icon />
      <div className={classes.body}>
        {title ? <p className={classes.title}>{typeof title === 'string' ? t(title) : title}</p> : null}
        {children}
      </div>
    </div>
  )
}
