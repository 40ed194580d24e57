import { adminMaintenanceTexts, switchEffects } from '@portal/contract/admin-maintenance-texts'
import { switchNames } from '@portal/contract/maintenance'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { Switch } from '#ui/switch.tsx'
import { Loading } from '#ui/waiting/loading.tsx'
import { viewNames } from '../console-view.ts'
import { Retry } from '../view-parts/retry.tsx'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { useSwitches } from './use-switches.ts'
import box from '#ui/page/card.module.css'
import classes from './maintenance.module.css'

/** System Maintenance (A§2): the two switches, and the link for testing while login is off (R6, R16). */
export function MaintenanceTab() {
  const { switches, toggle } = useSwitches()
  return (
    <ViewFrame title={viewNames['system-maintenance']} lead={adminMaintenanceTexts.lead}>
      {switches.isPending ? (
        <div className={classes.waiting}>
          <Loading what="Loading the switches" rows={2} />
        </div>
      ) : null}
      {switches.isError ? <Retry error={switches.error} onTryAgain={switches.refetch} /> : null}
      {switches.data ? (
        <section className={`${box.card} ${classes.card}`} aria-label="Switches">
          {switches.data.map(({ id, flag }) => (
            <Switch
              key={id}
              label={switchNames[id]}
              isOn={flag === 0}
              state={flag === 0 ? adminMaintenanceTexts.on : adminMaintenanceTexts.off}
              onToggle={() => toggle({ id, flag: flag === 0 ? 1 : 0 })}
            >
              {switchEffects[id][flag]}
            </Switch>
          ))}
        </section>
      ) : null}
      <section className={`${box.card} ${classes.card}`} aria-labelledby="test-login">
        <h2 id="test-login">{adminMaintenanceTexts.testLogin}</h2>
        <p className={classes.help}>{adminMaintenanceTexts.testLoginHelp}</p>
        <div>
          <ButtonLink to={paths.backdoorLogin} target="_blank" look="secondary">
            {adminMaintenanceTexts.testLogin} (new tab)
          </ButtonLink>
        </div>
      </section>
    </ViewFrame>
  )
}
