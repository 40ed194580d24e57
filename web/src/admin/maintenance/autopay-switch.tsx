import type { BodyOf, ReplyOf } from '@portal/contract/call'
import { adminMaintenanceTexts, switchEffects } from '@portal/contract/console-texts'
import { allSwitchNames, readAutopaySwitch, updateMaintenance } from '@portal/contract/maintenance'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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

const queryKey = ['autopay-switch'] as const

type Flag = BodyOf<typeof updateMaintenance>['flag']

/** Stops and resumes the charges of saved cards, after a question: it moves money. */
export function AutopaySwitch() {
  const [asked, setAsked] = useState<Flag | null>(null)
  const found = useQuery({ queryKey, queryFn: async ({ signal }) => await send(readAutopaySwitch, { signal }) })
  return (
    <section className={`${box.card} ${classes.card}`} aria-label={t(allSwitchNames[3])}>
      {found.isPending ? <Loading what={t('Loading the switch')} rows={1} /> : null}
      {found.isError ? <Retry error={found.error} onTryAgain={found.refetch} /> : null}
      {found.data ? (
        <Switch
          label={t(allSwitchNames[3])}
          isOn={found.data.flag === 0}
          state={t(found.data.flag === 0 ? adminMaintenanceTexts.on : adminMaintenanceTexts.autoPayOff)}
          onToggle={() => setAsked(found.data.flag === 0 ? 1 : 0)}
        >
          {t(switchEffects[3][found.data.flag])}
        </Switch>
      ) : null}
      {asked === null ? null : <Question flag={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

function Question({ flag, onClose }: { readonly flag: Flag; readonly onClose: () => void }) {
  const popup = usePopup()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: async () => await send(updateMaintenance, { body: { id: 3, flag } }),
    onSuccess: () => {
      client.setQueryData<ReplyOf<typeof readAutopaySwitch>>(queryKey, (known) => known && { ...known, flag })
      onClose()
      const message = `${t(adminMaintenanceTexts.updated)}\n${t(switchEffects[3][flag])}`
      popup.show({ kind: 'success', message })
    },
    onError: useShowFailure(),
  })
  const texts = adminMaintenanceTexts
  return (
    <Dialog
      open
      urgent
      title={t(flag === 1 ? texts.stopAutoPay : texts.startAutoPay)}
      onClose={change.isPending ? undefined : onClose}
      actions={
        <>
          <Button look={flag === 1 ? 'danger' : 'primary'} busy={change.isPending} onClick={() => change.mutate()}>
            {t(flag === 1 ? texts.stop : texts.start)}
          </Button>
          <Button look="secondary" blocked={change.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p>{t(flag === 1 ? texts.stopAutoPayMeans : texts.startAutoPayMeans)}</p>
    </Dialog>
  )
}
