import { levelsOfTab, moneyDeskLevels } from '@portal/contract/admin-levels'
import type { AdminLevel } from '@portal/contract/call'
import { moneyDeskTexts } from '@portal/contract/money-desk-texts'
import { rejectedContactsTexts } from '@portal/contract/rejected-contacts-texts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { whenOnline } from '#ui/when-online.ts'
import { AttentionCount } from './attention-count.tsx'
import type { ConsoleViewProps } from './console-view.ts'
import { PaymentReport } from './reports/payment-report.tsx'

/** One of the views inside Reports, at an address of its own: `?view=reports&part=…`. */
export interface ReportPart {
  /** How its address names it; the first part is also what an address without one shows. */
  readonly part: string
  /** What its link says. */
  readonly name: string
  /** Whom it is for. What they see there, the server decides again at every call. */
  readonly levels: readonly AdminLevel[]
  readonly View: ComponentType<ConsoleViewProps>
  /** Stands behind the name in the link, such as how much waits there. */
  readonly Count?: ComponentType
}

/** The views inside Reports (A§2), in the order of their links; links are shown to those who have more than one. */
export const reportParts: readonly ReportPart[] = [
  { part: 'payments', name: 'All payments', levels: levelsOfTab.reports, View: PaymentReport },
  {
    part: 'attention',
    name: moneyDeskTexts.title,
    levels: moneyDeskLevels,
    View: lazyRouteComponent(
      whenOnline(() => import('./money-desk/money-desk.tsx')),
      'MoneyDesk',
    ),
    Count: AttentionCount,
  },
  {
    part: 'contact-changes',
    name: rejectedContactsTexts.title,
    levels: levelsOfTab['password-reset'],
    View: lazyRouteComponent(
      whenOnline(() => import('./rejected-contacts/rejected-contacts.tsx')),
      'RejectedContacts',
    ),
  },
]
