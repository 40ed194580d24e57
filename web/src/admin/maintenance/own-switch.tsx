import type { BodyOf, ReplyOf } from '@portal/contract/call'
import { adminMaintenanceTexts, switchEffects } from '@portal/contract/console-texts'
import { updateMaintenance } from '@portal/contract/maintenance'
import { allSwitchNames, readAutopaySwitch, readNotificationsSwitch } from '@portal/contract/own-switches'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { usePopup } from '#session/popup.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Switch } from '#ui/switch.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { useShowFailure } from '../view-parts/server-error.ts'
import { Retry } from '../view-parts/view-frame.tsx'
import box from '#ui/page/card.module.css'
import classes from './maintenance.module.css'

type Flag = BodyOf<typeof updateMaintenance>['flag']
type SwitchId = 3 | 4

const texts = adminMaintenanceTexts

/** How each is read, and what is asked before it is stopped and started. */
const switches = {
  3: {
    call: readAutopaySwitch,
    stop: { title: texts.stopAutoPay, means: texts.stopAutoPayMeans, button: texts.stop },
    start: { title: texts.startAutoPay, means: texts.startAutoPayMeans, button: texts.start },
  },
  4: {
    call: readNotificationsSwitch,
    stop: { title: texts.stopNotifications, means: texts.stopNotificationsMeans, button: texts.stopThem },
    start: { title: texts.startNotifications, means: texts.startNotificationsMeans, button: texts.startThem },
  },
} as const

const keyOf = (id: SwitchId) => ['own-switch', id] as const

/** Stops and resumes what the portal does by itself, after a question: it moves money, or writes to thousands. */
export function OwnSwitch({ id }: { readonly id: SwitchId }) {
  const [asked, setAsked] = useState<Flag | null>(null)
  const found = useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => await send(switches[id].call, { signal }),
  })
  return (
    <section className={`${box.card} ${classes.card}`} aria-label={t(allSwitchNames[id])}>
      {found.isPending ? (
        <div className={classes.waitingForOne}>
          <Loading what={t('Loading the switch')} rows={1} />
        </div>
      ) : null}
      {found.isError ? <Retry error={found.error} onTryAgain={found.refetch} /> : null}
      {found.data ? (
        <Switch
          label={t(allSwitchNames[id])}
          isOn={found.data.flag === 0}
          state={t(found.data.flag === 0 ? texts.on : texts.autoPayOff)}
          onToggle={() => setAsked(found.data.flag === 0 ? 1 : 0)}
        >
          {t(switchEffects[id][found.data.flag])}
        </Switch>
      ) : null}
      {asked === null ? null : <Question id={id} flag={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

interface QuestionProps {
  readonly id: SwitchId
  readonly flag: Flag
  readonly onClose: () => void
}

function Question({ id, flag, onClose }: QuestionProps) {
  const popup = usePopup()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: async () => await send(updateMaintenance, { body: { id, flag } }),
    onSuccess: () => {
      showNow<ReplyOf<typeof readAutopaySwitch>>(client, keyOf(id), (known) => known && { ...known, flag })
      onClose()
      popup.show({ kind: 'success', message: `${t(texts.updated)}\n${t(switchEffects[id][flag])}` })
    },
    onError: useShowFailure(),
  })
  const { title, means, button } = switches[id][flag === 1 ? 'stop' : 'start']
  return (
    <Dialog
      open
      urgent
      title={t(title)}
      onClose={change.isPending ? undefined : onClose}
      actions={
        <>
          <Button look={flag === 1 ? 'danger' : 'primary'} busy={change.isPending} onClick={() => change.mutate()}>
            {t(button)}
          </Button>
          <Button look="secondary" blocked={change.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p>{t(means)}</p>
    </Dialog>
  )
}
