import { urlOf } from './links.ts'

/** C§2.2, C§2.5. */
export const announcementTexts = {
  readMore: 'Read More',
} as const

export const longestAnnouncementTitle = 200

/** The shape in which images are shown, whatever is uploaded. */
export const announcementImageShape = { width: 16, height: 9 } as const

/** The server chooses each image's name and never uses it twice. */
export const announcementImagePath = '/announcement-images/'

/** An https address on one of these hosts, without user name or password (R15). */
export function isVideoAddress(address: string, videoHosts: readonly string[]): boolean {
  const url = urlOf(address)
  return url?.protocol === 'https:' && !url.username && !url.password && videoHosts.includes(url.host)
}
