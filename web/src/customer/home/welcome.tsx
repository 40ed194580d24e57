import { payNowMaintenanceMessage } from '@portal/contract/maintenance-texts'
import { usePortalStart } from '#api/portal-start.tsx'
import { useClosed } from '#api/use-closed.ts'
import { paths } from '#paths.ts'
import { CardMarks } from '#payment/card/card-marks.tsx'
import { ButtonLink } from '#ui/button/button.tsx'
import { ArrowIcon } from '#ui/icons.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import classes from './home-page.module.css'

/** The welcome band: Pay Now, and the accepted cards (C§2.2). */
export function Welcome() {
  const { profile } = usePortalStart()
  const [isClosed] = useClosed('payNow')
  return (
    <div className={classes.welcome}>
      <p className={classes.eyebrow}>Welcome to {profile.name}</p>
      <PageHeading title="Pay your water bill" />
      <p className={classes.lead}>Pay by card in about 2 minutes, without logging in. All you need is your bill.</p>
      {isClosed ? (
        <Notice tone="warning">
          <p>{payNowMaintenanceMessage}</p>
        </Notice>
      ) : (
        <ButtonLink to={paths.payNow} look="inverse" large icon={<ArrowIcon size={24} />}>
          Pay Now
        </ButtonLink>
      )}
      <div className={classes.accepted}>
        <span>We accept</span>
        <CardMarks />
      </div>
    </div>
  )
}
