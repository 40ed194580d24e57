import { levelsOfTab, reportPartNames, type AdminLevel } from '@portal/contract/admin-levels'
import type { PortalStart } from '@portal/contract/utility'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { usePortalStart } from '#api/portal-start.tsx'
import { paths } from '#paths.ts'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { type ConsoleViewProps, viewNames } from '../console-view.ts'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import { PaymentReport } from './payment-report.tsx'
import classes from './reports-tab.module.css'

const route = getRouteApi(paths.adminDashboard)

/** A view inside Reports, with an address of its own: `?view=reports&part=…`. */
export interface ReportPart {
  /** Its name in the address. Without one, the address shows the first part. */
  readonly part: string
  /** The text of its link. */
  readonly name: string
  /** The levels it is shown to. The server checks the level again at every call. */
  readonly levels: readonly AdminLevel[]
  /** Whether this portal has it; without this, each has. */
  readonly isFor?: (start: PortalStart) => boolean
  readonly View: ComponentType<ConsoleViewProps>
  /** Shown after the name in the link, such as a number of open cases. */
  readonly Count?: ComponentType
}

const payments: ReportPart = {
  part: 'payments',
  name: t(reportPartNames.payments),
  levels: levelsOfTab.reports,
  View: PaymentReport,
}

interface ReportsTabProps extends ConsoleViewProps {
  readonly otherParts: readonly ReportPart[]
}

/** Reports (A§2): shows the part in the address, with links to the others, for those who may open several. */
export function ReportsTab({ otherParts, ...props }: ReportsTabProps) {
  const { part } = route.useSearch()
  const start = usePortalStart()
  const parts = [payments, ...otherParts].filter(
    ({ levels, isFor }) => levels.includes(props.session.level) && (isFor?.(start) ?? true),
  )
  const current = parts.find((each) => each.part === part) ?? parts[0]
  return (
    <ViewFrame
      title={t(viewNames.reports)}
      part={current?.part === part ? current?.name : undefined}
      actions={parts.length > 1 ? <PartLinks parts={parts} current={current} /> : null}
    >
      {current ? (
        <Suspense fallback={<Loading what={t('Loading {name}', { name: current.name })} />}>
          <current.View {...props} />
        </Suspense>
      ) : null}
    </ViewFrame>
  )
}

interface PartLinksProps {
  readonly parts: readonly ReportPart[]
  readonly current: ReportPart | undefined
}

function PartLinks({ parts, current }: PartLinksProps) {
  return (
    <nav aria-label={t(viewNames.reports)} data-no-print>
      <ul className={classes.parts}>
        {parts.map(({ part, name, Count }, index) => (
          <li key={part}>
            <Link
              to={paths.adminDashboard}
              search={{ view: 'reports', ...(index > 0 ? { part } : {}) }}
              // The address of the first part is a prefix of all others.
              activeOptions={{ exact: true }}
              aria-current={part === current?.part ? 'page' : undefined}
            >
              {name}
              {Count ? <Count /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
