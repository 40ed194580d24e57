import { consoleTabNames, hasTab } from '@portal/contract/admin-levels'
import type { AdminSession } from '@portal/contract/admin-sign-in'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { ownSessionsTexts } from '@portal/contract/own-sessions'
import type { ConsoleView } from './console-address.ts'

/** The props of every view of the console. */
export interface ConsoleViewProps {
  /** The signed-in administrator. */
  readonly session: AdminSession
  /** To be called when the administrator's own sign-in has changed. */
  readonly onChanged: () => void
}

/** The name of each view. */
export const viewNames: Readonly<Record<ConsoleView, string>> = {
  ...consoleTabNames,
  'audit-log': 'Audit log',
  broadcasts: adminConsoleTexts.broadcasts,
  'message-previews': adminConsoleTexts.messagePreviews,
  imports: adminConsoleTexts.imports,
  'system-status': adminConsoleTexts.systemStatus,
  'second-factor': 'Two-step verification',
  'own-sessions': ownSessionsTexts.title,
}

/** Whether a level may open a view. The server checks the level again at every call. */
export function mayOpen(level: AdminSession['level'], view: ConsoleView): boolean {
  if (view === 'audit-log') return level === 1
  if (view === 'broadcasts' || view === 'message-previews') return hasTab(level, 'announcements')
  if (view === 'system-status' || view === 'imports') return hasTab(level, 'system-maintenance')
  return view === 'second-factor' || view === 'own-sessions' || hasTab(level, view)
}
