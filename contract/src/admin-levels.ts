/** A§6. */
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

interface Level {
  readonly name: string
  readonly tabs: readonly ConsoleTab[]
  readonly handlesExceptions?: true
  /** Asks those for a refund, and never approves one. */
  readonly asksForRefunds?: true
}

/** Levels, their names and tabs (A§6, R9). Calls take their access from here, so page and server never differ. */
const levels = {
  1: { name: 'Super Admin', tabs: [...consoleTabs], handlesExceptions: true },
  2: { name: 'IT Admin', tabs: ['system-maintenance', 'announcements', 'reports'] },
  3: { name: 'Finance', tabs: ['reports', 'phoned-in'], handlesExceptions: true },
  4: { name: 'Phoned-In', tabs: ['reports', 'password-reset'], asksForRefunds: true },
  5: { name: 'Customer Service Finance', tabs: ['reports', 'phoned-in', 'password-reset'], asksForRefunds: true },
  6: { name: 'Announcements', tabs: ['announcements'] },
} as const satisfies Readonly<Record<number, Level>>

export type AdminLevel = keyof typeof levels

export const adminLevels: readonly AdminLevel[] = Object.keys(levels).map(Number).filter(isLevel)

function isLevel(number: number): number is AdminLevel {
  return Object.hasOwn(levels, number)
}

function rightsOf(level: AdminLevel): Level {
  return levels[level]
}

export function levelName(level: AdminLevel): string {
  return rightsOf(level).name
}

export function hasTab(level: AdminLevel, tab: ConsoleTab): boolean {
  return rightsOf(level).tabs.includes(tab)
}

export const levelsOfTab: Readonly<Record<ConsoleTab, readonly AdminLevel[]>> = {
  users: levelsWith('users'),
  'system-maintenance': levelsWith('system-maintenance'),
  announcements: levelsWith('announcements'),
  reports: levelsWith('reports'),
  'phoned-in': levelsWith('phoned-in'),
  'password-reset': levelsWith('password-reset'),
}

function levelsWith(tab: ConsoleTab): readonly AdminLevel[] {
  return adminLevels.filter((level) => hasTab(level, tab))
}

export const exceptionLevels = adminLevels.filter((level) => rightsOf(level).handlesExceptions)
export const refundAskLevels = adminLevels.filter((level) => rightsOf(level).asksForRefunds)

/** A§2. */
export const reportPartNames = {
  payments: 'All payments',
  exceptions: 'Exceptions',
  autoPay: 'AutoPay',
  paymentFiles: 'Payment files',
  newHolders: 'New holders',
  payouts: 'Payouts',
  fees: 'Fees and costs',
  returnRates: 'Bank returns',
  notifications: 'Notifications',
  stoppedAddresses: 'Stopped addresses',
  contactChanges: 'Rejected contact changes',
  paperless: 'Paperless bills',
} as const
