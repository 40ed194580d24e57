import { z } from 'zod'
import type { Browser } from './browser.ts'

/** The two switches in order, login / sign-up first, Pay Now second (A§3, C§3). */
export const MaintenanceFlags = z.tuple([
  z.object({ id: z.number(), flag: z.literal([0, 1]) }),
  z.object({ id: z.number(), flag: z.literal([0, 1]) }),
])

/** What pages ask for before anybody signs in (C§2.2, C§7). */
export async function readFrontPage(browser: Browser): Promise<void> {
  await browser.get('C§7', '/api/v1/system-maintenance', MaintenanceFlags)
  const text = { title: z.string(), content: z.unknown() }
  const Announcement = z.object({ ...text, type: z.literal(['Image', 'Video']), featured_image: z.string() })
  await browser.get(
    'C§7',
    '/api/v1/announcements-front',
    z.object({ announceList: z.array(Announcement), systemPop: z.object(text).nullable() }),
  )
}
