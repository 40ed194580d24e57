import { readAdminSession } from '@portal/contract/admin-sign-in'
import {
  type ListedAnnouncement,
  readAnnouncements,
  showAnnouncement,
  announcementConsoleTexts,
} from '@portal/contract/announcement-editing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { testServer } from '#testing/server.ts'

afterEach(() => vi.unstubAllGlobals())

const video = (id: number, title: string, flag: 0 | 1): ListedAnnouncement => ({
  id,
  title,
  content: '{"type":"doc","content":[]}',
  type: 'Video',
  featured_image: 'https://player.vimeo.com/video/1',
  images: [],
  flag,
  version: 1,
})

test('an eye that the server does not reach turns back, and says so', async () => {
  const server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 6 }))
  server.replies(readAnnouncements, [video(1, 'Dry', 1)])
  for (const call of [readAnnouncements, showAnnouncement]) server.isUnreachableFor(call)
  const user = openPortal('/admin-dashboard?view=announcements', { signedIn: { customer: false, admin: true } })
  await user.click(await screen.findByRole('tab', { name: announcementConsoleTexts.imageVideo }))
  const eye = screen.getByRole('button', { name: 'Show Dry to customers' })
  await user.click(eye)
  await screen.findByText(announcementConsoleTexts.visibilityFailed)
  await server.settles()
  expect(eye.getAttribute('aria-pressed')).toBe('true')
})

test('the reply to one eye does not turn another back that was pressed meanwhile', async () => {
  const server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 6 }))
  server.replies(readAnnouncements, [video(1, 'Dry', 1), video(2, 'Wet', 1)])
  // As it is before the second press has been carried out.
  server.replies(readAnnouncements, [video(1, 'Dry', 0), video(2, 'Wet', 1)])
  const answerFirst = server.holds(showAnnouncement, { result: 'Success' })
  const answerSecond = server.holds(showAnnouncement, { result: 'Success' })
  const user = openPortal('/admin-dashboard?view=announcements', { signedIn: { customer: false, admin: true } })
  await user.click(await screen.findByRole('tab', { name: announcementConsoleTexts.imageVideo }))
  const eye = (title: string) => screen.getByRole('button', { name: `Show ${title} to customers` })
  await user.click(eye('Dry'))
  await user.click(eye('Wet'))
  answerFirst()
  await waitFor(() => expect(server.askedFor(showAnnouncement)).toHaveLength(2))
  expect(server.askedFor(readAnnouncements)).toHaveLength(1)
  expect(eye('Wet').getAttribute('aria-pressed')).toBe('false')
  answerSecond()
  await waitFor(() => expect(server.askedFor(readAnnouncements)).toHaveLength(2))
})
