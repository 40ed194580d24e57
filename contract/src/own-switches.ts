import { z } from 'zod'
import { levelsOfTab } from './admin-levels.ts'
import { call } from './call.ts'
import { Instant } from './dates.ts'
import { MaintenanceFlag, switchNames } from './maintenance.ts'

/** With ours, which stop the run that charges saved cards, and what customers asked to be told. */
export const allSwitchNames = { ...switchNames, 3: 'AutoPay', 4: 'Notifications' } as const

const OwnSwitch = z.object({ flag: MaintenanceFlag.shape.flag, changedAt: Instant })

/** Apart from the two of the specification, and only where the gateway keeps cards. */
export const readAutopaySwitch = call({
  method: 'GET',
  path: '/api/v1/autopay-switch',
  group: 'admin',
  summary: 'Whether AutoPay charges what is due (docs/payments.md)',
  access: { admin: levelsOfTab['system-maintenance'] },
  reply: OwnSwitch,
  problems: {},
})

export const readNotificationsSwitch = call({
  method: 'GET',
  path: '/api/v1/notifications-switch',
  group: 'admin',
  summary: 'Whether notifications leave (docs/notifications.md)',
  access: { admin: levelsOfTab['system-maintenance'] },
  reply: OwnSwitch,
  problems: {},
})
