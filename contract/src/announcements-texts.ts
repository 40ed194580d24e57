/** Texts around announcements (C§2.2, C§2.5). */
export const announcementTexts = {
  readMore: 'Read More',
} as const

export const longestAnnouncementTitle = 200

/** An image announcement is shown in this shape, whatever is uploaded. */
export const announcementImageShape = { width: 16, height: 9 } as const

/**
 * `GET /announcement-images/{name}`: one size of an uploaded image. The server chooses the name and never uses it
 * twice.
 */
export const announcementImagePath = '/announcement-images/'

/** Whether a video may be shown: its address is https on one of these hosts, without a user name or password (R15). */
export function isVideoAddress(address: string, videoHosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' && videoHosts.includes(host)
}
