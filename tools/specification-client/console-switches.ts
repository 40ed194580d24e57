import type { Browser } from './browser.ts'
import { MaintenanceFlags } from './front.ts'
import { resultWord } from './words.ts'

/**
 * The tab System Maintenance (A§2): throws Pay Now, which everybody is told, and throws it back. Each server process
 * may take a moment to notice (R16).
 */
export async function throwSwitches(browser: Browser): Promise<void> {
  const flags = '/api/v1/system-maintenance'
  const [, { id, flag }] = await browser.get('A§7', flags, MaintenanceFlags)
  for (const thrown of [flag === 1 ? 0 : 1, flag]) {
    await browser.post('A§7', '/api/v1/system-maintenance-update', { id, flag: thrown }, resultWord('Success'))
    await browser.getUntil('A§4, A§7', flags, MaintenanceFlags, ([, payNow]) => payNow.flag === thrown)
  }
}
