import type { NotificationKind, NotificationChannel, Notifications } from '@portal/contract/notifications'
import { chooseNotification } from '@portal/contract/notifications'
import { notificationTexts as texts } from '@portal/contract/notifications-texts'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SwitchButton } from '#ui/switch.tsx'
import { plural, t } from '#ui/text/t.ts'
import classes from './notifications.module.css'

/** For how many accounts it is on, and for how many a link stopped it. */
export function countOf({ inAll }: Notifications, kind: string, channel: NotificationChannel) {
  return inAll.find((each) => each.kind === kind && each.channel === channel) ?? { on: 0, stopped: 0 }
}

/** One press would do different things to different accounts. */
function isMixed(known: Notifications, kind: NotificationKind, channel: NotificationChannel): boolean {
  const { on, stopped } = countOf(known, kind, channel)
  return on < known.accountCount && on + stopped > 0
}

interface SomeOnProps {
  readonly known: Notifications
  readonly kind: NotificationKind
  readonly channel: NotificationChannel
  readonly hasPaperless: boolean
  readonly onChoose: (choice: { isOn: boolean; evenStopped?: boolean }) => void
}

/** On for some accounts: says for how many, and what each button will do. */
function SomeOn({ known, kind, channel, hasPaperless, onChoose }: SomeOnProps) {
  const [isOpen, setOpen] = useState(false)
  const { accountCount: total } = known
  const { on, stopped } = countOf(known, kind, channel)
  const others = total - on - stopped
  const isUnproven = known[channel]?.state !== 'proven'
  const choice =
    (isOn: boolean, evenStopped = false) =>
    () => {
      setOpen(false)
      onChoose(evenStopped ? { isOn, evenStopped } : { isOn })
    }
  const id = `some-${kind}-${channel}`
  return (
    <>
      <button
        type="button"
        id={id}
        className={classes.some}
        aria-labelledby={`kind-${kind} by-${channel} ${id}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t(texts.someOn, { on, total })}
      </button>
      <Dialog
        open={isOpen}
        title={`${t(texts.kinds[kind])}: ${t(texts[channel])}`}
        onClose={() => setOpen(false)}
        actions={
          <>
            {others > 0 && !isUnproven ? (
              <Button onClick={choice(true)}>{t(texts.some.turnOnOthers, { count: others })}</Button>
            ) : null}
            {stopped > 0 && !isUnproven ? (
              <Button look="secondary" onClick={choice(true, true)}>
                {t(texts.some.turnOnStopped, { total })}
              </Button>
            ) : null}
            {on > 0 ? (
              <Button look="secondary" onClick={choice(false)}>
                {t(texts.some.turnOff, { total })}
              </Button>
            ) : null}
          </>
        }
      >
        <p>{t(texts.some.on, { on, total })}</p>
        {stopped > 0 ? (
          <p>
            {plural(
              stopped,
              'One account was stopped with the link in a message. It stays off unless you turn it on, too.',
              '{count} accounts were stopped with the link in a message. They stay off unless you turn them on, too.',
            )}
          </p>
        ) : null}
        {hasPaperless && kind === 'billReady' && channel === 'email' ? <p>{t(texts.some.paperless)}</p> : null}
        {isUnproven ? <p>{t(chooseNotification.problems['address-unproven'].title)}</p> : null}
      </Dialog>
    </>
  )
}

interface SwitchOrSomeProps extends SomeOnProps {
  readonly isForAll: boolean
  readonly isOn: boolean
  readonly onToggle: () => void
}

/** A switch where one press does the same to every account that is meant, and otherwise what is on for some of them. */
export function SwitchOrSome({ isForAll, isOn, onToggle, ...some }: SwitchOrSomeProps) {
  const { known, kind, channel } = some
  if (isForAll && isMixed(known, kind, channel)) return <SomeOn {...some} />
  return <SwitchButton aria-labelledby={`kind-${kind} by-${channel}`} isOn={isOn} onToggle={onToggle} />
}
