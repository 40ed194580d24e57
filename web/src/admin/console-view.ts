import { adminConsoleTexts } from '@portal/contract/admin-console-texts'
import { consoleTabNames, hasTab } from '@portal/contract/admin-levels'
import type { AdminSession } from '@portal/contract/admin-sign-in'
import { ownSessionsTexts } from '@portal/contract/own-sessions-texts'
import type { ConsoleView } from './console-address.ts'

/** What every view of the console is given. */
export interface ConsoleViewProps {
  /** Who is signed in. */
  readonly session: AdminSession
  /** To be called when something about the own sign-in has changed. */
  readonly onChanged: () => void
}

/** What a view is called. */
export const viewNames: Readonly<Record<ConsoleView, string>> = {
  ...consoleTabNames,
  'audit-log': adminConsoleTexts.auditLog,
  'second-factor': adminConsoleTexts.secondFactor,
  'own-sessions': ownSessionsTexts.title,
}

/** Whether a level may open a view. What it would see there, the server decides again at every call. */
export function mayOpen(level: AdminSession['level'], view: ConsoleView): boolean {
  if (view === 'audit-log') return level === 1
  return view === 'second-factor' || view === 'own-sessions' || hasTab(level, view)
}
