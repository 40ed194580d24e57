import { readAnnouncementsFront } from '@portal/contract/announcements'
import { testApp } from '@portal/server/http/testing/app.ts'
import { expect, test } from 'vitest'
import { loadDemoAnnouncements } from './announcements.ts'

/** What one image may weigh, in bytes. */
const heaviest = 100 * 1024

test('the demo announces images, a film and a pop-up, all of which the login page can show; and only once', async () => {
  const portal = await testApp()
  try {
    await loadDemoAnnouncements(portal.database.url)
    const reply = await portal.guest().get(readAnnouncementsFront.path)
    const { announceList, systemPop } = readAnnouncementsFront.reply.parse(reply.json())
    expect(announceList.map(({ type }) => type)).toEqual(['Image', 'Image', 'Image', 'Video'])
    expect(systemPop?.title).toContain('Beware')
    for (const announcement of announceList) {
      for (const image of announcement.type === 'Image' ? announcement.images : []) {
        const file = await portal.guest().get(`/announcement-images/${image.name}`)
        expect(file.rawPayload.length).toBeLessThan(heaviest)
        expect(file.rawPayload.subarray(4, 12).toString()).toBe('ftypavif')
      }
    }

    await portal.database.pool.query('delete from announcement')
    await loadDemoAnnouncements(portal.database.url)
    const again = await portal.guest().get(readAnnouncementsFront.path)
    expect(again.json()).toEqual({ announceList: [], systemPop: null })
  } finally {
    await portal.close()
  }
})
