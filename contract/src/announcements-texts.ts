/** Texts around announcements (C§2.2, C§2.5). */
export const announcementTexts = {
  readMore: 'Read More',
} as const
