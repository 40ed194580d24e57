import { type AdminLevel, phonedInLevels } from './call.ts'

/** The administrator levels and what they are called (A§6, R9). */
export const adminLevels = [1, 2, 3, 4, 5, 6] as const satisfies readonly AdminLevel[]

export const adminLevelNames: Readonly<Record<AdminLevel, string>> = {
  1: 'Super Admin',
  2: 'IT Admin',
  3: 'Finance',
  4: 'Phoned-In',
  5: 'Customer Service Finance',
  6: 'Announcements',
}

/** The tabs of the console, in order (A§6). */
export const consoleTabs = [
  'users',
  'system-maintenance',
  'announcements',
  'reports',
  'phoned-in',
  'password-reset',
] as const
type ConsoleTab = (typeof consoleTabs)[number]

export const consoleTabNames: Readonly<Record<ConsoleTab, string>> = {
  users: 'Users',
  'system-maintenance': 'System Maintenance',
  announcements: 'Announcements',
  reports: 'Reports',
  'phoned-in': 'Phoned In',
  'password-reset': 'Password Reset',
}

/**
 * Which levels have a tab (A§6). The calls behind a tab take their access from these lists, so what a level sees and
 * what the server allows it can never differ.
 */
export const levelsOfTab = {
  users: [1],
  'system-maintenance': [1, 2],
  announcements: [1, 2, 6],
  reports: [1, 2, 3, 4, 5],
  'phoned-in': phonedInLevels,
  'password-reset': [1, 4, 5],
} as const satisfies Readonly<Record<ConsoleTab, readonly AdminLevel[]>>

/** Who handles payment exceptions, in the tab Reports: super admins and finance. */
export const exceptionLevels = [1, 3] as const satisfies readonly AdminLevel[]

export function hasTab(level: AdminLevel, tab: ConsoleTab): boolean {
  return levelsOfTab[tab].some((allowed) => allowed === level)
}

/** The names of the views inside Reports (A§2). */
export const reportPartNames = {
  payments: 'All payments',
  exceptions: 'Exceptions',
  contactChanges: 'Rejected contact changes',
} as const
