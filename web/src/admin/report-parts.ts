import { levelsOfTab, exceptionLevels } from '@portal/contract/admin-levels'
import type { AdminLevel } from '@portal/contract/call'
import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { rejectedContactsTexts } from '@portal/contract/rejected-contacts-texts'
import type { ComponentType } from 'react'
import { lazyComponent } from '#ui/waiting/when-online.ts'
import type { ConsoleViewProps } from './console-view.ts'
import { ExceptionCount } from './payments/exception-count.tsx'
import { PaymentReport } from './reports/payment-report.tsx'

/** A view inside Reports, with an address of its own: `?view=reports&part=…`. */
export interface ReportPart {
  /** Its name in the address. Without one, the address shows the first part. */
  readonly part: string
  /** The text of its link. */
  readonly name: string
  /** The levels it is shown to. The server checks the level again at every call. */
  readonly levels: readonly AdminLevel[]
  readonly View: ComponentType<ConsoleViewProps>
  /** Shown after the name in the link, such as a number of open cases. */
  readonly Count?: ComponentType
}

/** The views inside Reports (A§2), in the order of their links, which are only shown to those who may open several. */
export const reportParts: readonly ReportPart[] = [
  { part: 'payments', name: 'All payments', levels: levelsOfTab.reports, View: PaymentReport },
  {
    part: 'exceptions',
    name: exceptionsTexts.title,
    levels: exceptionLevels,
    View: lazyComponent(async () => (await import('./exceptions/exceptions.tsx')).Exceptions),
    Count: ExceptionCount,
  },
  {
    part: 'contact-changes',
    name: rejectedContactsTexts.title,
    levels: levelsOfTab['password-reset'],
    View: lazyComponent(async () => (await import('./rejected-contacts/rejected-contacts.tsx')).RejectedContacts),
  },
]
