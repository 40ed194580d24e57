import type { BodyOf } from '@portal/contract/call'
import { adminMaintenanceTexts, switchEffects } from '@portal/contract/console-texts'
import { readMaintenance, switchNames, updateMaintenance } from '@portal/contract/maintenance'
import { loginMaintenanceMessage, payNowMaintenanceMessage } from '@portal/contract/page-words'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { usePortalStart } from '#api/portal-start.tsx'
import { showNow } from '#api/queries.tsx'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { usePopup } from '#session/popup.tsx'
import { ButtonLink } from '#ui/button/button.tsx'
import { Switch } from '#ui/switch.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { viewNames } from '../console-view.ts'
import { serverError } from '../view-parts/server-error.ts'
import { Retry, ViewFrame } from '../view-parts/view-frame.tsx'
import { OwnSwitch } from './own-switch.tsx'
import box from '#ui/page/card.module.css'
import classes from './maintenance.module.css'

/** System Maintenance (A§2): the two switches, and the link for testing while login is off (R6, R16). */
export function MaintenanceTab() {
  const { switches, toggle } = useSwitches()
  const { savesCards } = usePortalStart()
  return (
    <ViewFrame title={t(viewNames['system-maintenance'])} lead={t(adminMaintenanceTexts.lead)}>
      {switches.isPending ? (
        <div className={classes.waiting}>
          <Loading what={t('Loading the switches')} rows={2} />
        </div>
      ) : null}
      {switches.isError ? <Retry error={switches.error} onTryAgain={switches.refetch} /> : null}
      {switches.data ? (
        <section className={`${box.card} ${classes.card}`} aria-label={t('Switches')}>
          {switches.data.map(({ id, flag }) => (
            <Switch
              key={id}
              label={t(switchNames[id])}
              isOn={flag === 0}
              state={flag === 0 ? t(adminMaintenanceTexts.on) : t(adminMaintenanceTexts.off)}
              onToggle={() => toggle({ id, flag: flag === 0 ? 1 : 0 })}
            >
              {effectOf({ id, flag })}
            </Switch>
          ))}
        </section>
      ) : null}
      {savesCards ? <OwnSwitch id={3} /> : null}
      <OwnSwitch id={4} />
      <section className={`${box.card} ${classes.card}`} aria-labelledby="test-login">
        <h2 id="test-login">{t(adminMaintenanceTexts.testLogin)}</h2>
        <p className={classes.help}>{t(adminMaintenanceTexts.testLoginHelp)}</p>
        <div>
          <ButtonLink to={paths.backdoorLogin} target="_blank" look="secondary">
            {t('{testLogin} (new tab)', { testLogin: t(adminMaintenanceTexts.testLogin) })}
          </ButtonLink>
        </div>
      </section>
    </ViewFrame>
  )
}

/** What customers can do, or read instead. */
function effectOf({ id, flag }: Thrown): string {
  return t(switchEffects[id][flag], { message: t(id === 1 ? loginMaintenanceMessage : payNowMaintenanceMessage) })
}

type Thrown = BodyOf<typeof updateMaintenance> & { id: keyof typeof switchNames }

const queryKey = ['maintenance'] as const

/** How often the switches are fetched again, because another administrator may change them. */
const lookEveryMilliseconds = 10_000

/**
 * The two switches (A§4). A change shows at once. When the server has made it, a popup says what customers see now;
 * otherwise the switch goes back (A§8).
 */
export function useSwitches() {
  const popup = usePopup()
  const client = useQueryClient()
  const switches = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Thrown[]> =>
      (await send(readMaintenance, { signal })).map(({ flag }, index) => ({ id: index === 0 ? 1 : 2, flag })),
    refetchInterval: lookEveryMilliseconds,
    refetchOnWindowFocus: true,
  })
  const show = (thrown: Thrown) =>
    showNow<Thrown[]>(client, queryKey, (shown) => shown?.map((one) => (one.id === thrown.id ? thrown : one)))
  const change = useMutation({
    // Run one after the other, so that the last press wins.
    scope: { id: 'maintenance' },
    mutationFn: async (thrown: Thrown) => await send(updateMaintenance, { body: thrown }),
    onSuccess: (_, { id, flag }) =>
      popup.show({ kind: 'success', message: `${t(adminMaintenanceTexts.updated)}\n${effectOf({ id, flag })}` }),
    onError: (error, { id, flag }) => {
      show({ id, flag: flag === 0 ? 1 : 0 })
      popup.show({ kind: 'danger', message: serverError(error).message })
    },
    // Not fetched again afterwards: servers cache a switch for a second and would return its old state.
  })
  return {
    switches,
    toggle: (thrown: Thrown) => {
      show(thrown)
      change.mutate(thrown)
    },
  }
}
