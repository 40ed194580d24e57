import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { paths } from '#paths.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import { type ConsoleViewProps, viewNames } from '../console-view.ts'
import { type ReportPart, reportParts } from '../report-parts.ts'
import { ViewFrame } from '../view-parts/view-frame.tsx'
import classes from './reports-tab.module.css'

const route = getRouteApi(paths.adminDashboard)

/** Reports (A§2): shows the part in the address, with links to the others. */
export function ReportsTab(props: ConsoleViewProps) {
  const { part } = route.useSearch()
  const parts = reportParts.filter(({ levels }) => levels.includes(props.session.level))
  const current = parts.find((each) => each.part === part) ?? parts[0]
  return (
    <ViewFrame title={viewNames.reports} part={current?.part === part ? current?.name : undefined}>
      {parts.length > 1 ? <PartLinks parts={parts} current={current} /> : null}
      {current ? (
        <Suspense fallback={<Loading what={`Loading ${current.name}`} />}>
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
    <nav aria-label={viewNames.reports} data-no-print>
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
